/**
 * A request that the platform takes in one of two variants: the other one is tried after a refusal
 * of the first, and remembered for each credential.
 */
import { type INode, NodeApiError } from 'n8n-workflow';

import { record } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import { text } from '../../../../nodes/shared/declare/fields';
import type { Alternative, RequestOperation } from '../../../../nodes/shared/declare/operation';
import type { Input } from '../../../../nodes/shared/declare/runtime/context';
import { tryAlternative } from '../../../../nodes/shared/engine/steps/tryAlternative';
import { stub } from '../../../support/stub';

const node = { name: 'Node' } as INode;
const refused = (status: string) =>
	new NodeApiError(node, {}, { message: `refused ${status}`, httpCode: status });
const input = stub<Input>({
	path: {},
	query: { a: 1 },
	body: { b: 2 },
	settings: {},
	values: {},
});
/** An operation of an endpoint, with another form of its request. */
const operationAt = (endpoint: string, alternative?: Alternative): RequestOperation => ({
	...operation('POST /x', {
		name: 'X',
		action: 'X',
		description: 'X',
		body: { b: text('B') },
		answers: record(undefined),
	}),
	endpoint,
	alternative,
});
const OTHER: Alternative = {
	contentType: 'text/plain',
	query: (query) => ({ ...query, other: true }),
	body: () => 'other',
};

/** A platform that responds to each form with the status that `takes` says; keeps what was sent. */
function platform(takes: (variant: 'usual' | 'other') => string) {
	const asked: string[] = [];
	const sending = async (declared: RequestOperation, { query, body }: Input): Promise<string> => {
		const variant = query.other === true || body === 'other' ? 'other' : 'usual';
		const contentType = (declared.body as { contentType?: string }).contentType ?? 'json';
		asked.push(`${variant} ${contentType} ${JSON.stringify(query)} ${JSON.stringify(body)}`);
		const status = takes(variant);
		return status === '200'
			? await Promise.resolve(variant)
			: await Promise.reject(refused(status));
	};
	return { asked, sending };
}
const USUAL = 'usual json {"a":1} {"b":2}';
const OTHERWISE = 'other text/plain {"a":1,"other":true} "other"';

/** Sends a request, and says in which variant it was accepted. */
async function inEitherForm(
	credential: string,
	operation: RequestOperation,
	given: Input,
	sending: (operation: RequestOperation, input: Input) => Promise<string>,
): Promise<string> {
	const { body } = await tryAlternative({ sender: { credentialKey: credential } })(
		{ operation, input: given },
		async (request) => ({
			status: 200,
			headers: {},
			body: await sending(request.operation, request.input),
		}),
	);
	return body as string;
}

let credentials = 0;
/** A credential that nobody has used before. */
const fresh = () => `credential ${++credentials}`;

test('a request without an alternative is sent as it is', async () => {
	const { asked, sending } = platform(() => '400');
	await expect(inEitherForm(fresh(), operationAt('/one'), input, sending)).rejects.toThrow(
		'refused 400',
	);
	expect(asked).toEqual([USUAL]);
});

describe.each(['400', '415'])('the alternative after a %s', (status) => {
	const refusingUsual = () => platform((form) => (form === 'usual' ? status : '200'));

	test('the alternative is used from then on', async () => {
		const { asked, sending } = refusingUsual();
		const mine = fresh();
		expect(await inEitherForm(mine, operationAt('/two', OTHER), input, sending)).toBe('other');
		expect(await inEitherForm(mine, operationAt('/two', OTHER), input, sending)).toBe('other');
		expect(asked).toEqual([USUAL, OTHERWISE, OTHERWISE]);
	});

	test.each([
		{ what: 'credential', isSameCredential: false, operation: operationAt('/two', OTHER) },
		{ what: 'path', isSameCredential: true, operation: operationAt('/other', OTHER) },
		{
			what: 'method',
			isSameCredential: true,
			operation: { ...operationAt('/two', OTHER), method: 'PUT' as const },
		},
	])('another $what begins with the usual form', async ({ isSameCredential, operation }) => {
		const { asked, sending } = refusingUsual();
		const mine = fresh();
		await inEitherForm(mine, operationAt('/two', OTHER), input, sending);
		asked.length = 0;
		await inEitherForm(isSameCredential ? mine : fresh(), operation, input, sending);
		expect(asked).toEqual([USUAL, OTHERWISE]);
	});
});

test('a platform that has changed gets the usual form again', async () => {
	let now: 'usual' | 'other' = 'other';
	const { asked, sending } = platform((form) => (form === now ? '200' : '400'));
	const mine = fresh();
	await inEitherForm(mine, operationAt('/three', OTHER), input, sending);
	now = 'usual';
	expect(await inEitherForm(mine, operationAt('/three', OTHER), input, sending)).toBe('usual');
	expect(await inEitherForm(mine, operationAt('/three', OTHER), input, sending)).toBe('usual');
	expect(asked).toEqual([USUAL, OTHERWISE, OTHERWISE, USUAL, USUAL]);
});

test('the first refusal is shown each time if both variants are refused', async () => {
	let refusals = 0;
	const { asked, sending } = platform(() => (refusals++ === 0 ? '400' : '415'));
	const mine = fresh();
	await expect(inEitherForm(mine, operationAt('/four', OTHER), input, sending)).rejects.toThrow(
		'refused 400',
	);
	await expect(inEitherForm(mine, operationAt('/four', OTHER), input, sending)).rejects.toThrow(
		'refused 415',
	);
	expect(asked).toEqual([USUAL, OTHERWISE, USUAL, OTHERWISE]);
});

test.each(['401', '403', '409', '503'])(
	'a %s of the second variant is shown, because it is not about the form',
	async (status) => {
		const { sending } = platform((form) => (form === 'usual' ? '400' : status));
		const mine = fresh();
		await expect(inEitherForm(mine, operationAt('/six', OTHER), input, sending)).rejects.toThrow(
			`refused ${status}`,
		);
	},
);

test.each(['401', '403', '404', '409', '422', '500'])(
	'the alternative is not tried after a %s',
	async (status) => {
		const { asked, sending } = platform(() => status);
		await expect(
			inEitherForm(fresh(), operationAt('/five', OTHER), input, sending),
		).rejects.toThrow(`refused ${status}`);
		expect(asked).toEqual([USUAL]);
	},
);

test('the alternative is not tried after an error that is not a refusal', async () => {
	const sending = jest.fn(
		async () => await Promise.reject(Object.assign(new Error('broken'), { httpCode: '400' })),
	);
	await expect(inEitherForm(fresh(), operationAt('/six', OTHER), input, sending)).rejects.toThrow(
		'broken',
	);
	expect(sending).toHaveBeenCalledTimes(1);
});

test('the alternative can differ in the body, the query, or only the type', async () => {
	const { asked, sending } = platform((form) => (form === 'other' ? '200' : '400'));
	await inEitherForm(fresh(), operationAt('/seven', { body: () => 'other' }), input, sending);
	await inEitherForm(
		fresh(),
		operationAt('/seven', { query: () => ({ other: true }) }),
		input,
		sending,
	);
	await expect(
		inEitherForm(fresh(), operationAt('/seven', { contentType: 'text/csv' }), input, sending),
	).rejects.toThrow('refused 400');
	expect(asked).toEqual([
		USUAL,
		'other json {"a":1} "other"',
		USUAL,
		'other json {"other":true} {"b":2}',
		USUAL,
		'usual text/csv {"a":1} {"b":2}',
	]);
});

test('the thousand operations that were refused last are remembered', async () => {
	const { asked, sending } = platform((form) => (form === 'usual' ? '400' : '200'));
	const asksTwice = async (credential: string) => {
		const before = asked.length;
		await inEitherForm(credential, operationAt('/eight', OTHER), input, sending);
		return asked.length - before === 2;
	};
	const mine = Array.from({ length: 1_001 }, fresh);
	for (const credential of mine) expect(await asksTwice(credential)).toBe(true);
	expect({
		second: await asksTwice(mine[1]!),
		last: await asksTwice(mine[1_000]!),
		first: await asksTwice(mine[0]!),
	}).toEqual({ second: false, last: false, first: true });
});
