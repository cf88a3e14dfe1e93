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

import { jsonTwin } from '../../../nodes/shared/declare/derived/layout';
import { inputFields } from '../../../nodes/shared/declare/derived/operationParts';
import type { Field, Fields } from '../../../nodes/shared/declare/fields';
import type { Operation, RequestOperation } from '../../../nodes/shared/declare/operation';
import { withStarted } from '../../../nodes/shared/engine/run/itemErrors';
import { enterRun } from '../../../nodes/shared/engine/run/lifecycle';
import { namesSecret } from '../../../nodes/shared/support/text/mask';
import { runNode, TestCredentials } from '../../support/engine';
import { allOperations, type Named } from '../../support/performing';
import { report } from '../../support/report';
import { parametersOf, sampleOf } from '../../support/samples';
import { everywhereAt, goodAnswer, type Scripted } from '../../support/scripted';
import { scriptedForAll } from '../../support/scriptedForAll';
import { stub } from '../../support/stub';
import { IN_BASE64, MARK, traceIn } from './secretsStage';

const json = JSON.stringify;
const scripted = scriptedForAll();

const fieldsOf = (operation: Operation): Fields => ({
	...inputFields(operation),
	...operation.settings,
});

interface Way {
	named: Named;
	/** What is given. */
	as: string;
	parameters: IDataObject;
}

/** A sample of a field in which each secret text is the mark; nothing when it has none. */
function marked(name: string, field: Field): { given: unknown; wire: unknown } | undefined {
	const { given, wire } = sampleOf(name, field);
	const secrets = secretSamples(name, field);
	if (secrets.length === 0) return undefined;
	const put = (value: unknown): unknown => {
		if (typeof value === 'string')
			return secrets.includes(value)
				? MARK
				: /^\s*[[{]/.test(value)
					? JSON.stringify(put(JSON.parse(value)))
					: value;
		if (Array.isArray(value)) return value.map(put);
		return typeof value === 'object' && value !== null
			? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, put(inner)]))
			: value;
	};
	return { given: put(given), wire: put(wire) };
}

const secretSamples = (name: string, field: Field): string[] =>
	field.spec.secret
		? [String(sampleOf(name, field).wire)]
		: Object.entries(field.spec.fields ?? {}).flatMap(([inner, each]) =>
				secretSamples(inner, each),
			);

/**
 * Fields that hold any names and values, or patches: there the name says that the value is secret.
 */
const NAMED: Record<string, unknown> = {
	pairs: { pairs: [{ name: 'db_password', value: MARK }] },
	operations: JSON.stringify([{ op: 'replace', path: 'password', value: MARK }]),
	patch: JSON.stringify([{ op: 'replace', value: { password: MARK } }]),
};

function waysOf(named: Named): Way[] {
	const { operation } = named;
	const ways: Way[] = [];
	const add = (as: string, name: string, value: unknown) =>
		ways.push({ named, as, parameters: parametersOf(operation, { [name]: value as IDataObject }) });
	for (const [name, field] of Object.entries(fieldsOf(operation))) {
		const mark = marked(name, field);
		if (mark) add(name, name, mark.given);
		if (mark && field.isForm && field.spec.required)
			ways.push({
				named,
				as: `${name} as JSON`,
				parameters: { [jsonTwin(name)]: JSON.stringify(mark.wire) },
			});
		if (field.spec.kind === 'pairs') add(`${name}, by the name of a pair`, name, NAMED.pairs);
		if (name === 'operations' && field.spec.fields?.path)
			for (const patch of [NAMED.operations, NAMED.patch])
				ways.push({
					named,
					as: `${name}, a patch`,
					parameters: { [jsonTwin(name)]: patch as string },
				});
	}
	return ways;
}

const html = MARK.replace(/&/g, '&amp;')
	.replace(/</g, '&lt;')
	.replace(/"/g, '&quot;')
	.replace(/'/g, '&#39;');
const page = { 'content-type': 'text/html' };
const plain = { 'content-type': 'text/plain' };

const percent = (encoding: (byte: string) => string) =>
	[...Buffer.from(MARK)]
		.map((byte) =>
			/[a-z0-9]/i.test(String.fromCharCode(byte))
				? String.fromCharCode(byte)
				: `%${encoding(byte.toString(16).padStart(2, '0'))}`,
		)
		.join('');
const escaped = (character: string) =>
	`\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** As other libraries write it: every character by its number, or only some. */
const OTHER_SPELLINGS = [
	percent((hex) => hex.toUpperCase()),
	percent((hex) => hex.toLowerCase()),
	MARK.replace(/[^a-z0-9]/gi, escaped),
	MARK.replace(/[^a-z0-9]/gi, (character) =>
		escaped(character).replace(/[a-f]/g, (digit) => digit.toUpperCase()),
	),
	MARK.replace(/[<>&'"=]/g, escaped),
	json(MARK).slice(1, -1).replaceAll('/', '\\/'),
	MARK.replace(/[^a-z0-9 ]/gi, (character) => `&#${character.charCodeAt(0)};`),
	MARK.replace(/[^a-z0-9 ]/gi, (character) => `&#x${character.charCodeAt(0).toString(16)};`),
	...IN_BASE64,
];

/** Where a server may repeat what it was given. */
const ECHOES: Array<{
	what: string;
	answer: (good: Scripted, operation: RequestOperation) => Scripted;
}> = [
	{ what: 'in every text of a good answer', answer: (good) => echoing(good) },
	{
		what: 'in the message',
		answer: () => ({
			status: 400,
			body: json({
				message: `Bad value ${MARK}`,
				details: `It was ${MARK}`,
				code: MARK,
				requestId: MARK,
			}),
		}),
	},
	{
		what: 'in the detail',
		answer: () => ({ status: 409, body: json({ detail: `Bad value ${MARK}`, scimType: MARK }) }),
	},
	{
		what: 'in OAuth words',
		answer: () => ({
			status: 400,
			body: json({ error: MARK, error_description: `${MARK} is wrong` }),
		}),
	},
	{
		what: 'in headers',
		answer: () => ({
			status: 404,
			headers: {
				'x-request-id': encodeURIComponent(MARK),
				'usage-details': encodeURIComponent(MARK),
			},
		}),
	},
	{
		what: 'in a web page',
		answer: () => ({
			status: 200,
			headers: page,
			body: `<html><title>${html}</title>${html}</html>`,
		}),
	},
	{
		what: 'in XML',
		answer: () => ({
			status: 400,
			headers: plain,
			body: `<?xml version="1.0"?><Error><Message>${html}</Message></Error>`,
		}),
	},
	{
		what: 'in a text',
		answer: () => ({ status: 500, headers: plain, body: `${'x'.repeat(45)} ${MARK}` }),
	},
	{
		what: 'in a text instead of an answer',
		answer: () => ({ status: 200, headers: plain, body: `${'x'.repeat(45)} ${MARK} and more` }),
	},
	{
		what: 'in JSON that is cut',
		answer: () => ({
			status: 400,
			headers: plain,
			body: `{"message": "Bad ${json(MARK).slice(1, -8)}`,
		}),
	},
	{
		what: 'in other spellings',
		answer: () => ({
			status: 400,
			body: json({
				message: OTHER_SPELLINGS.join(' '),
				detail: OTHER_SPELLINGS.toReversed().join(' '),
			}),
		}),
	},
	{
		what: 'in base64',
		answer: (good) => ({
			...good,
			body: json({
				...(JSON.parse(/^\{/.test(String(good.body)) ? String(good.body) : '{}') as IDataObject),
				echoed: IN_BASE64,
			}),
		}),
	},
	{
		what: 'in a name of an unexpected record',
		answer: () => ({ status: 200, body: json({ [MARK]: 1 }) }),
	},
];

/** Every text of an answer becomes the mark, and a password and a value stand beside them. */
function echoing(good: Scripted): Scripted {
	const body = String(good.body ?? '');
	if (!/^[[{]/.test(body)) return { status: 200, body: json({ echoed: MARK }) };
	const put = (value: unknown): unknown => {
		if (typeof value === 'string') return MARK;
		if (Array.isArray(value)) return value.map(put);
		if (typeof value !== 'object' || value === null) return value;
		return {
			...Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, put(inner)])),
			echoed: [`so ${MARK}`, { [MARK]: MARK }],
		};
	};
	return { ...good, body: json(put(JSON.parse(body))) };
}

const ways = allOperations
	.flatMap(waysOf)
	.filter(({ named }) => named.operation.kind === 'flow' || !named.operation.basicAuth);

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
