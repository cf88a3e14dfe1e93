/** Operations with a marked secret in each field, and servers that repeat what they receive. */
import type { IDataObject } from 'n8n-workflow';

import { jsonTwin } from '../../../nodes/shared/declare/derived/layout';
import { inputFields } from '../../../nodes/shared/declare/derived/operationParts';
import type { Field, Fields } from '../../../nodes/shared/declare/fields';
import type { Operation, RequestOperation } from '../../../nodes/shared/declare/operation';
import { allOperations, type Named } from '../../support/performing';
import { parametersOf, sampleOf } from '../../support/samples';
import { type Scripted } from '../../support/scripted';
import { scriptedForAll } from '../../support/scriptedForAll';
import { IN_BASE64, MARK } from './secretsStage';

export const json = JSON.stringify;

export const scripted = scriptedForAll();

export const fieldsOf = (operation: Operation): Fields => ({
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

export const secretSamples = (name: string, field: Field): string[] =>
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
export const ECHOES: Array<{
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

export const ways = allOperations
	.flatMap(waysOf)
	.filter(({ named }) => named.operation.kind === 'flow' || !named.operation.basicAuth);
