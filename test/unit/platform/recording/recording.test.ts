/**
 * Recordings of accounts, and the emulator that plays them.
 */
import { Emulator, standingClock } from '../../../../emulator';
import { applicationAddresses } from '../../../../emulator/addresses';
import { DEMO, DEMO_TOKEN } from '../../../../emulator/seed';
import { NO_LIMITS } from '../../../../emulator/server/limits';
import { Described } from '../../../../platform/descriptions/responseSources';
import {
	parseRecording,
	type Recorded,
	type Recording,
	recordingText,
} from '../../../../platform/recording/recording';
import { type Shape, shapeOf } from '../../../../platform/recording/shape';
import { runCheckup } from '../../../../tools/checkup/checkup';
import { differencesIn } from '../../../../tools/checkup/compare';
import { placeOf } from '../../../../tools/checkup/given';
import { reportText } from '../../../../tools/checkup/report';
import { unfollowClock } from '../../../support/followedClock';
import { startPlatform } from '../../../support/platform';
import { type OddAccount, PRIVATE, startOddAccount } from './recordingStage';

jest.setTimeout(120_000);

/** Headers that are not played: the server sets them itself, or they would lead elsewhere. */
const NOT_PLAYED = [
	'connection',
	'content-length',
	'date',
	'keep-alive',
	'location',
	'set-cookie',
	'transfer-encoding',
];

/** Everything about a shape but how often it was seen, and how long lists and texts are. */
function oddities({ seen, null: nulls, boolean, number, text, list, object }: Shape): unknown {
	return {
		nulls: nulls !== undefined,
		boolean: boolean !== undefined,
		number: number && [number.whole, number.milliseconds],
		text: text && [text.forms, text.values !== undefined, text.others !== undefined],
		list: list && [list.of && oddities(list.of)],
		object: object && [
			Object.fromEntries(
				Object.entries(object.fields).map(([name, field]) => [
					name,
					[field.seen === object.seen, oddities(field)],
				]),
			),
			object.unnamed && oddities(object.unnamed.of),
		],
		only: seen === nulls,
	};
}

const likeness = ({
	status,
	unanswered,
	content,
	headers,
	body,
	with: chosen,
}: Recorded): unknown => ({
	chosen,
	status,
	unanswered: unanswered !== undefined,
	content,
	headers:
		headers &&
		Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_PLAYED.includes(name))),
	body: body && oddities(body),
});

const likenesses = ({ operations }: Recording) =>
	Object.fromEntries(
		Object.entries(operations).map(([key, { answers, notAsked }]) => [
			key,
			{ answers: answers.map(likeness), notAsked },
		]),
	);

describe('an unusual account', () => {
	let account: OddAccount;
	let recording: Recording;
	let report: string;
	beforeAll(async () => {
		account = await startOddAccount();
		const { address } = account;
		recording = await runCheckup(
			{ address, applications: applicationAddresses(address), token: PRIVATE.token },
			{ everyMs: 0 },
		);
		await account.close();
		report = reportText(recording, 'shapes.json');
	});

	test('the account is only read', () => {
		expect(
			account.requests.filter((key) => !key.startsWith('GET ') && !/search$/.test(key)),
		).toEqual([]);
		expect(account.requests.length).toBeGreaterThan(70);
		expect(account.requests).not.toContain(`GET /${PRIVATE.company}`);
	});

	test('the account is asked again after a refusal because of a limit', () => {
		expect(
			recording.operations['GET /orchestration/environments']!.answers.map(({ status }) => status),
		).toEqual([429, 200]);
	});

	test('no value of the account is in the file, or in the report', () => {
		const written = `${recordingText(recording)}${report}`.toLowerCase();
		for (const [what, value] of Object.entries(PRIVATE))
			expect([what, written.includes(value.toLowerCase())]).toEqual([what, false]);
		for (const word of ['kowalski', 'ledger', 'okafor', 'tenant', '2026-03', '15:09', '127.0.0.1'])
			expect([word, written.includes(word)]).toEqual([word, false]);
	});

	test('the file is read as it was written', () =>
		expect(parseRecording(recordingText(recording), 'shapes.json')).toEqual(recording));

	test.each([
		[
			'a web page',
			'Talend Cloud Administration → Role → Get Many (GET /account/roles)\n       Talend Cloud returned a web page (status 200)',
		],
		['an empty body', 'Talend Cloud returned nothing instead of a record (status 200)'],
		['null in place of a list', 'Talend Cloud returned null instead of a list'],
		['an object without a list', 'Talend Cloud returned an empty object instead of a list'],
		['damaged JSON', 'Talend Cloud returned incomplete or invalid JSON'],
		[
			'an application that does not answer',
			'Talend Cloud Data Preparation: its host did not respond',
		],
		[
			'an application that is not there',
			'Talend Cloud Data Stewardship: every request was refused (status 404)',
		],
		[
			'refusals, with the permission',
			'needs TMC_ROLE_MANAGEMENT:\n         Talend Cloud SCIM Provisioning → Role → Get Many (GET /scim/v2/Roles)',
		],
		['a failure of the platform', 'Status 500, the platform failed: 1 operation'],
		[
			'the limit',
			'Environment → Get Many (GET /orchestration/environments): 1 time, retry-after 1, x-ratelimit-limit 60, x-ratelimit-reset; published: 1800 a minute',
		],
		[
			'a redirection',
			'Status 302, the platform refers to another address, such as a sign-in page: 1 operation',
		],
		['a wrong type', '- login: a list instead of text (the OpenAPI files)'],
		[
			'missing fields',
			'- limit, offset, total: missing (in the one that was seen); required by the interface documents and the OpenAPI files',
		],
		['fields that no source has', '- [].runScore: not described; a number (in 2 of 3)'],
		[
			'values that no source has',
			'- items[].executionStatus, items[].status: values that are not in the list of the OpenAPI files',
		],
		[
			'fields whose names are not written',
			'- items[]: 3 more than described, whose names are not recorded',
		],
		[
			'another media type',
			'Plan → Get Many (GET /orchestration/executables/plans): JSON arrives as text/plain',
		],
		['a media type that nobody has', 'JSON arrives as a media type that is not recorded'],
		['a header that no source has', 'x-run-region: in no source'],
		['the next step', 'Attach it to an issue: https://github.com/'],
		[
			'where the sources disagree',
			'- items[].taskId, items[].taskVersion: missing (in all 2), as in the interface documents; required by the OpenAPI files',
		],
		['what others have seen', 'Here: yes. Seen by others: no (observation 11, reliability high).'],
	])('the report names %s', (_what, line) => expect(report).toContain(line));

	test('deviations are in the order of their weight, beginning with those that the nodes cannot use', () => {
		const at = [
			'Responses that the nodes cannot use',
			'Applications that this account cannot use',
			'Refused or not found',
			'Request limits',
			'Missing, or a different type',
			'Fields that no source describes',
			'Which source',
			'Next step',
		].map((title) => report.indexOf(title));
		expect(at.every((place) => place > 0)).toBe(true);
		expect([...at].sort((a, b) => a - b)).toEqual(at);
	});

	test('the emulator that plays a recording is as unusual as the account', async () => {
		const emulator = new Emulator({
			clock: standingClock(Date.now()),
			limits: NO_LIMITS,
			recording,
		});
		const address = await emulator.listen();
		const again = await runCheckup(
			{ address, applications: applicationAddresses(address), token: DEMO_TOKEN },
			{ everyMs: 0 },
		);
		await emulator.close();
		expect(likenesses(again)).toEqual(likenesses(recording));
	});
});

describe('the emulator that plays its own recording', () => {
	test.each(['documents', 'vendor', 'field'] as const)(
		'the emulator in the dialect %s plays its own recording',
		async (dialect) => {
			const token = { token: DEMO_TOKEN };
			const first = new Emulator({ clock: standingClock(Date.now()), limits: NO_LIMITS, dialect });
			const address = await first.listen();
			const recording = await runCheckup(
				{ address, applications: applicationAddresses(address), ...token },
				{ everyMs: 0 },
			);
			await first.close();
			const second = new Emulator({
				clock: standingClock(Date.now()),
				limits: NO_LIMITS,
				recording,
			});
			const copy = await second.listen();
			const again = await runCheckup(
				{ address: copy, applications: applicationAddresses(copy), ...token },
				{ everyMs: 0 },
			);
			await second.close();
			const statuses = ({ operations }: Recording) =>
				Object.entries(operations).map(([key, { answers, notAsked }]) => [
					key,
					answers.map(({ status, content }) => [status, content]),
					notAsked,
				]);
			expect(statuses(again)).toEqual(statuses(recording));
		},
	);
});

test('the nodes find, read and run a task of an account whose IDs have another form', async () => {
	const first = new Emulator({
		clock: standingClock(Date.now()),
		limits: NO_LIMITS,
		dialect: 'field',
	});
	const address = await first.listen();
	const recorded = recordingText(
		await runCheckup(
			{ address, applications: applicationAddresses(address), token: DEMO_TOKEN },
			{ everyMs: 0 },
		),
	);
	await first.close();
	const recording = parseRecording(
		recorded.replaceAll(
			'"length":[24,24],"forms":["objectId"]',
			'"length":[36,36],"forms":["uuid"]',
		),
		'shapes.json',
	);
	const task =
		recording.operations['GET /orchestration/executables/tasks']!.answers[0]!.body!.object!.fields
			.items!.list!.of!.object!;
	task.fields.runCount = {
		seen: task.seen,
		number: { seen: task.seen, whole: true, digits: [2, 2] },
	};
	delete task.fields.workspace;
	const environments =
		recording.operations['GET /orchestration/environments']!.answers[0]!.body!.list!.of!.object!;
	environments.fields.name!.text!.length = [20, 20];
	// Its exchanges are not judged: they differ from the descriptions on purpose.
	const { emulator, run } = await startPlatform({ recording });
	const list = await run('Orchestration', 'task', 'getMany', { returnAll: true });
	const good = list.items.map(({ json }) => json).find(({ name }) => name === DEMO.goodTask)!;
	expect(good).toMatchObject({
		executable: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
		runCount: expect.any(Number) as number,
	});
	expect(good).not.toHaveProperty('workspace');
	const one = await run('Orchestration', 'task', 'get', {
		taskId: { __rl: true, mode: 'id', value: good.executable as string },
	});
	expect([one.error?.message, one.error?.description]).toEqual([undefined, undefined]);
	expect(one.items[0]!.json).toMatchObject({ name: DEMO.goodTask });
	const [environment] = (await run('Orchestration', 'environment', 'getMany')).items;
	const named = await run('Orchestration', 'environment', 'getMany', {
		filters: { query: `name=="${environment!.json.name as string}"` },
	});
	expect(named.items.map(({ json }) => json.name)).toEqual([expect.stringMatching(/^s.{19}$/)]);
	expect(named.items[0]!.json).toEqual(environment!.json);
	const executed = await run('Processing', 'taskExecution', 'runAndWait', {
		executable: { __rl: true, mode: 'id', value: good.executable as string },
	});
	expect(executed.error).toBeUndefined();
	expect(executed.items[0]!.json).toMatchObject({ outcome: 'succeeded' });
	unfollowClock();
	await emulator.close();
});

test('a field that some records have is not reported as missing', () => {
	const users = shapeOf([[{ id: '1', phone: '2' }, { id: '3' }]], []);
	const given = [
		{
			place: placeOf.get('GET /account/users')!,
			recorded: { seen: 1, status: 200, headers: {}, content: 'json' as const, body: users },
		},
	];
	const absent = differencesIn(given).flatMap(({ kind, field }) =>
		kind === 'absent' ? [field] : [],
	);
	expect(absent).toContain('[].title');
	expect(absent).not.toContain('[].phone');
});

test('a field is required only if each alternative of a source requires it', () => {
	const alternatives = [
		{ properties: { id: {}, name: {} }, required: ['id', 'name'] },
		{ properties: { id: {} }, required: ['id'] },
	];
	const described = new Described([{ oneOf: alternatives }]);
	expect(['id', 'name'].filter((name) => described.requires(name))).toEqual(['id']);
});
