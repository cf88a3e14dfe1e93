/**
 * A marked secret in every secret field of every operation, repeated by a server wherever it can:
 * it comes out nowhere.
 */
import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	NodeOperationError,
} from 'n8n-workflow';
import { inspect } from 'node:util';

import { withStarted } from '../../../nodes/shared/engine/run/itemErrors';
import { enterRun } from '../../../nodes/shared/engine/run/lifecycle';
import { namesSecret } from '../../../nodes/shared/support/text/mask';
import { runNode, TestCredentials } from '../../support/engine';
import { allOperations } from '../../support/performing';
import { report } from '../../support/report';
import { everywhereAt, goodAnswer } from '../../support/scripted';
import { stub } from '../../support/stub';
import { traceIn } from './secretsStage';
import { ECHOES, fieldsOf, json, scripted, secretSamples, ways } from './secretsWaysStage';

test('no secret is output, whatever repeats it', async () => {
	const leaks: string[] = [];
	let tries = 0;
	let refused = 0;
	for (const { named, as, parameters } of ways)
		for (const { what, answer } of ECHOES) {
			scripted.server.script = ({ operation }) =>
				(operation && answer(goodAnswer(operation), operation)) ?? undefined;
			const reported = await scripted
				.perform(named, parameters)
				.catch((error: unknown) => error as Error);
			tries++;
			if (reported instanceof Error) refused++;
			const trace = traceIn(
				reported instanceof Error
					? { ...reported, reported: [reported.message, reported.stack, reported.cause] }
					: reported,
			);
			if (trace)
				leaks.push(
					`${named.area} ${named.name}, ${as}, ${what}: ${trace} in ${inspect(reported).slice(0, 300)}`,
				);
		}
	report(`marked secrets: ${ways.length} ways to give one, ${tries} tries, ${refused} refused`);
	expect(leaks).toEqual([]);
	expect(ways.length).toBeGreaterThan(20);
	expect(refused).toBeGreaterThan(tries / 3);
	expect(tries - refused).toBeGreaterThan(ways.length / 2);
});

test('no secret is in the error of a node run that a person stops', () => {
	const leaks: string[] = [];
	for (const { named, as, parameters } of ways) {
		const stop = new AbortController();
		const { nodeRun } = enterRun({
			getExecutionCancelSignal: () => stop.signal,
		} as IExecuteFunctions);
		nodeRun.started.set('a-record', { action: named.operation.action, itemIndex: 0 });
		stop.abort(new Error('This operation was aborted'));
		const node = stub<INode>({ name: 'Node', type: 'n8n-nodes-base.noOp', parameters });
		const error = withStarted(nodeRun, node) as NodeOperationError;
		expect([error.message, error.description]).toEqual([
			'This operation was aborted',
			`Done by the items (${named.operation.action}): a-record.`,
		]);
		const trace = traceIn({ ...error, stack: error.stack });
		if (trace) leaks.push(`${named.area} ${named.name}, ${as}: ${trace}`);
	}
	expect(leaks).toEqual([]);
	expect(ways.length).toBeGreaterThan(20);
});

test('each declared secret field is tried', () => {
	const declared = allOperations.filter(
		({ operation }) =>
			(operation.kind === 'flow' || !operation.basicAuth) &&
			Object.entries(fieldsOf(operation)).some(
				([name, field]) => secretSamples(name, field).length > 0,
			),
	);
	expect(
		declared.filter((named) => !ways.some((way) => way.named === named)).map(({ name }) => name),
	).toEqual([]);
});

const outputsOf = async (
	name: string,
	parameters: IDataObject,
	body: unknown,
): Promise<INodeExecutionData[]> => {
	scripted.server.script = () => ({ status: 200, body: json(body) });
	return await scripted.perform(
		allOperations.find((named) => named.name === name)!,
		parameters,
	);
};

describe('a secret that is too short to be searched for is hidden by the name of its field', () => {
	test('an output hides the password that a patch of a user has set', async () => {
		const patch = {
			operationsJson: json([{ op: 'replace', path: 'password', value: 'abc' }]),
		};
		const [user] = await outputsOf('user.patch', patch, {
			id: 'id-0',
			userName: 'abc.def',
			password: 'abc',
		});
		expect(user!.json).toMatchObject({ userName: 'abc.def', password: '***' });
	});

	test('an output hides only the value of a parameter', async () => {
		const parameters = { parameters: { rows: [{ name: 'user', value: 'ana' }] } };
		const [made] = await outputsOf('connection.create', parameters, {
			id: 'c',
			name: 'ana',
			parameters: [{ name: 'user', value: 'ana' }],
			other: { value: 'ana' },
		});
		expect(made!.json).toEqual({
			id: 'c',
			name: 'ana',
			parameters: [{ name: 'user', value: '***' }],
			other: { value: 'ana' },
		});
	});

	test('an output hides values that the platform marks as encrypted, in records that are only read', async () => {
		const [read] = await outputsOf(
			'connection.get',
			{},
			{
				id: 'id-0',
				parameters: [
					{ name: 'user', value: 'ana' },
					{ name: 'key', value: 'abc', encrypted: true },
				],
			},
		);
		expect(read!.json.parameters).toEqual([
			{ name: 'user', value: 'ana' },
			{ name: 'key', value: '***', encrypted: true },
		]);
	});
});

test('names that indicate a secret are recognized', () => {
	expect(
		[
			'password',
			'urn:ietf:params:scim:schemas:core:2.0:User:password',
			'db_password',
			'clientSecret',
			'secret_key',
		].filter((name) => !namesSecret(name)),
	).toEqual([]);
	expect(
		['passwordPolicy', 'userName', 'key', 'emails[type eq "work"].value', 7, undefined].filter(
			namesSecret,
		),
	).toEqual([]);
});

test('a token that was pasted with surrounding text is sent alone and repeated nowhere', async () => {
	const token = 'personal/token=0123456789';
	scripted.server.script = ({ headers }) => ({
		status: 400,
		body: json({
			message: `Not allowed for ${String(headers.authorization)}`,
			detail: `It was ${token}, in base64 ${Buffer.from(token).toString('base64')}`,
		}),
	});
	const credentialStore = new TestCredentials();
	for (const copied of [`${token}\n`, `Bearer ${token} `]) {
		const credentials = {
			talendCloudTokenApi: credentialStore.add('talendCloudTokenApi', {
				...everywhereAt(scripted.server.address),
				token: copied,
			}),
		};
		const { error, stored } = await runNode({
			node: 'Processing',
			parameters: {
				authentication: 'token',
				resource: 'taskExecution',
				operation: 'get',
				executionId: { __rl: true, mode: 'id', value: 'a-run' },
			},
			credentials,
			credentialStore,
		});
		expect(error).toMatchObject({ message: 'Not allowed for Bearer ***' });
		expect(error!.description).toMatch(/^It was \*\*\*, in base64 \*\*\*.{0,4}\. /);
		expect(stored).not.toContain(token);
	}
});
