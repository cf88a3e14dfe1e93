/**
 * A read-only credential: of all operations, only requests that read are sent, through every entry
 * point.
 */
import { READING_POSTS } from '../../../credentials/guard/readOnly';
import { DEMO } from '../../../emulator/seed';
import { byName } from '../../support/demo';
import { TestCredentials } from '../../support/engine';
import { allOperations, contextOf, performer } from '../../support/performing';
import { platformForAll } from '../../support/platform';
import { fetchTestEvent } from '../../support/polling';
import { everywhereAt, type ScriptedServer, startScripted } from '../../support/scripted';
import { serve } from '../../support/server';
import { type SimulatedTime, simulateTime } from '../../support/time';

const requests = allOperations.flatMap(({ operation }) =>
	operation.kind === 'request' ? [operation] : operation.uses,
);
const pathOf = (endpoint: string) => endpoint.replace(/\{[^}]+\}/g, '{}');

test('the POST requests that only read are those of the declarations', () => {
	const declared = requests
		.filter(({ method, effect }) => method === 'POST' && effect === 'read')
		.map(({ endpoint }) => pathOf(endpoint));
	expect(READING_POSTS).toEqual([...new Set(declared)].sort());
});

test('each GET request only reads', () => {
	expect(
		requests
			.filter(({ method, effect }) => method === 'GET' && effect !== 'read')
			.map(({ endpoint }) => endpoint),
	).toEqual([]);
});

test('only GET and POST requests are declared as reading', () => {
	expect(
		requests
			.filter(({ method, effect }) => !['GET', 'POST'].includes(method) && effect === 'read')
			.map(({ endpoint }) => endpoint),
	).toEqual([]);
});

describe('an operation with a read-only credential', () => {
	let server: ScriptedServer;
	let time: SimulatedTime;
	beforeAll(async () => {
		server = await startScripted();
		time = simulateTime();
	});
	afterAll(async () => {
		time.restore();
		await server.close();
	});

	test.each([
		['a workflow', false],
		['an agent', true],
	])(
		'every operation that %s runs with a read-only credential sends only requests that read',
		async (_runner, asTool) => {
			const perform = performer(server.address, { readOnly: true });
			const refused: string[] = [];
			const sent: string[] = [];
			for (const each of allOperations) {
				server.asked.length = 0;
				const parameters = asTool ? { allowAsTool: true } : {};
				const error = await perform(each, parameters, asTool).then(
					() => undefined,
					(reason: unknown) => reason as Error & { description?: string },
				);
				for (const { method, operation, path } of server.asked)
					if (method !== 'GET' && operation?.effect !== 'read' && !operation?.basicAuth)
						sent.push(`${each.name} ${method} ${path}`);
				if (error?.message.includes('The credential is read-only: this request was not sent')) {
					refused.push(each.name);
					expect(error.description).toContain('"Read-Only"');
				}
			}
			expect(sent).toEqual([]);
			const changing = allOperations.filter(
				({ operation }) =>
					operation.kind === 'request' &&
					operation.effect !== 'read' &&
					!operation.basicAuth &&
					!operation.readFirst &&
					!operation.whyPersonOnly,
			);
			// All that send their change first; others may end at what they read before.
			const others = changing.filter(
				({ name, operation }) =>
					!refused.includes(name) && !(asTool && operation.answers.whySecret),
			);
			// The sample of its input is incomplete.
			expect(others.map(({ name }) => name)).toEqual([
				'runConfiguration.setDynamicEngineRunConfig',
			]);
			expect(refused.length).toBeGreaterThan(150);
		},
	);
});

describe("a search that a server redirects to what changes, sent by n8n's HTTP Request node", () => {
	const SEARCH = '/scim/v2/Users/.search';
	const CREATION = '/scim/v2/Users';

	type Helper = 'requestWithAuthentication' | 'httpRequestWithAuthentication';

	/** The requests that a server receives if it redirects the search. */
	async function receivedAfter(status: number, helperName: Helper, readOnly: boolean) {
		const received: string[] = [];
		const server = await serve(({ method, path }) => {
			received.push(`${method} ${path}`);
			return path === SEARCH ? { status, headers: { location: CREATION } } : { body: '{}' };
		});
		const credentialStore = new TestCredentials();
		const token = { ...everywhereAt(server.address), token: 'a-personal-token', readOnly };
		const credentials = { talendCloudTokenApi: credentialStore.add('talendCloudTokenApi', token) };
		const { context } = contextOf('SCIM', credentialStore, credentials);
		const { helpers } = context;
		const request = { method: 'POST', body: {}, json: true } as const;
		await helpers[helperName]
			.call(context, 'talendCloudTokenApi', {
				...request,
				url: `${server.address}${SEARCH}`,
				followAllRedirects: true,
			})
			.catch(() => undefined);
		await server.close();
		return received;
	}

	const HELPERS: Helper[] = ['requestWithAuthentication', 'httpRequestWithAuthentication'];
	test.each(
		[307, 308].flatMap((status) => HELPERS.map((helperName) => [status, helperName] as const)),
	)(
		'a redirect with %i of n8n’s %s is not followed if the credential is read-only',
		async (status, helperName) => {
			expect(await receivedAfter(status, helperName, true)).toEqual([`POST ${SEARCH}`]);
			// Otherwise, n8n sends it there: that is what the credential prevents.
			expect(await receivedAfter(status, helperName, false)).toEqual([
				`POST ${SEARCH}`,
				`POST ${CREATION}`,
			]);
		},
	);
});

describe('the emulated platform', () => {
	const platform = platformForAll();
	const readOnly = { readOnly: true };
	beforeAll(() => {
		for (const credential of platform.credentialStore.stored.values())
			Object.assign(credential, readOnly);
	});

	test('a service account with a read-only credential can search', async () => {
		const { items, error } = await platform.run('Processing', 'taskExecution', 'search', {
			limit: 3,
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(3);
	});

	test.each(['workflow', 'tool', 'agent'] as const)(
		'a start is refused instead of treated as a lost response (%s)',
		async (entryPoint) => {
			const parameters = {
				executable: byName(DEMO.goodTask),
				...(entryPoint === 'agent' ? { allowAsTool: true } : {}),
			};
			const { error } = await platform.run('Processing', 'taskExecution', 'start', parameters, {
				entryPoint,
				maxTries: 2,
			});
			// A newer agent only gets the message.
			expect(error!.message).toMatch(/^The credential is read-only: this request was not sent/);
			expect(entryPoint === 'agent' ? error!.message : error!.description).toMatch(
				/It could change something in Talend Cloud\. .*turn off "Read-Only" in this one\./,
			);
			expect(
				platform.emulator.log.filter(
					({ operation }) => operation === 'POST /processing/executions',
				),
			).toEqual([]);
		},
	);

	test('a trigger of executions fetches test events with a read-only credential', async () => {
		expect(
			(await fetchTestEvent(platform, 'Execution', { event: 'ended' })).items.length,
		).toBeGreaterThan(0);
	});
});
