/** Performs operations with a blank at each depth of a value, and lists the exceptions. */
import type { IDataObject } from 'n8n-workflow';

import { inputFields } from '../../../nodes/shared/declare/derived/operationParts';
import { type Field, type Fields } from '../../../nodes/shared/declare/fields';
import type { Operation } from '../../../nodes/shared/declare/operation';
import { allOperations } from '../../support/performing';
import { othersThan, purposeAt, showing } from '../../support/places';
import { report } from '../../support/report';
import { parametersOf, sampleOf } from '../../support/samples';
import type { Asked } from '../../support/scripted';
import { scriptedForAll } from '../../support/scriptedForAll';

/** Blanks that are sent as they are, by where they are given, and why. */
export const CONTENT: ReadonlyArray<
	readonly [place: RegExp, blanks: readonly unknown[], reason: string]
> = [
	[/^task\.\w+\.parameters\.\w+$/, ['', ' '], 'an empty text is a value of a parameter'],
	[/^taskExecution\.\w+\.parameters\.\w+$/, ['', ' '], 'an empty text is a value of a parameter'],
	[/^dataPlane\.\w+\.tags\.\w+$/, ['', ' '], 'AWS and Azure have tags without a value'],
	[
		/^task\.createMany\.records\.\d+\./,
		['', ' ', null, [], {}],
		'people correct what is missing in a record',
	],
	[
		/^\w+\.patch\.operations\.\d+\.value(\.[a-zA-Z]\w*)*$/,
		[null, [], {}],
		'nothing and an empty list take a value away (RFC 7643, 2.5)',
	],
	[/^campaign\.\w+\.workflow\.(.*\.)?[a-z]\w+$/, [null, [], {}], 'campaigns are shown so'],
	[
		/^(remoteEngineCluster\.create\.remoteEngines|dataPlane\.update\.eksLoggingTypes|customAttribute\.update\.defaults)\.0$/,
		[[]],
		'an expression in the only input gives the whole list, which may be empty',
	],
];

/** The exceptions that were needed: the blank was sent. */
export const needed = new Set<string>();

/** Why a blank may be sent at a place. */
const reasonFor = (place: string, blank: unknown): string | undefined =>
	CONTENT.find(
		([test, blanks]) =>
			test.test(place) && blanks.some((each) => JSON.stringify(each) === JSON.stringify(blank)),
	)?.[2];

/** Samples that an operation accepts only together. */
const TOGETHER: Readonly<Record<string, IDataObject>> = {
	'campaign.createWithDataModel': {
		preview: false,
		takeFrom: 'json',
		records: '[{"customer":"Ana","amount":12.5}]',
	},
	'task.waitUntilResolved': { takeFrom: 'json', taskIds: '["an-id"]' },
};

/** Values that are deeper than the sample of their field. */
const DEEPER: Readonly<Record<string, unknown[]>> = {
	'historySearch.conditions': [
		[
			{
				field: 'runtime',
				operator: 'or',
				value: [{ field: 'engineId', operator: 'in', value: ['an-engine'] }],
			},
		],
	],
	'user.patch.operations': [
		[{ op: 'add', path: 'emails', value: [{ value: 'a@example.com', type: 'work' }] }],
		[{ op: 'replace', value: { name: { givenName: 'Ana' }, active: true } }],
	],
	'group.patch.operations': [[{ op: 'add', path: 'members', value: [{ value: 'an-id' }] }]],
	'campaign.create.workflow': [
		{
			name: 'own',
			states: [{ name: 'New', transitions: [{ name: 'Resolve', targetStateName: 'Done' }] }],
		},
	],
};

const BLANKS: unknown[] = ['', ' ', null, [], {}];

type Path = ReadonlyArray<string | number>;

/** Where a value can be blank: all values inside another, and a further entry of each list. */
function placesIn(value: unknown, at: Path = []): Path[] {
	if (typeof value !== 'object' || value === null) return [];
	const inner = Array.isArray(value)
		? [...value.entries()].map(([index, each]) => [index, each] as const)
		: Object.entries(value);
	return [
		...inner.flatMap(([key, each]) => [[...at, key], ...placesIn(each, [...at, key])]),
		...(Array.isArray(value) ? [[...at, value.length]] : []),
	];
}

function withAt(value: unknown, [key, ...rest]: Path, blank: unknown): unknown {
	if (key === undefined) return blank;
	if (Array.isArray(value)) {
		const entries = [...(value as unknown[])];
		entries[key as number] = withAt(entries[key as number], rest, blank);
		return entries;
	}
	const fields = value as IDataObject;
	return { ...fields, [key]: withAt(fields[key], rest, blank) };
}

/** Where a sent value is blank. */
function blanksIn(value: unknown, at: Path = []): string[] {
	if (value === null || value === undefined) return [at.join('.')];
	if (typeof value === 'string') return value.trim() === '' ? [at.join('.')] : [];
	if (typeof value !== 'object') return [];
	const inner = Object.entries(value);
	return inner.length === 0
		? [at.join('.')]
		: inner.flatMap(([key, each]) => blanksIn(each, [...at, key]));
}

const isJson = (text: string): boolean => /^\s*[[{]/.test(text);

/** The blanks of requests, by request. */
const blanksOf = (asked: readonly Asked[]): string[] =>
	asked.flatMap(({ method, path, query, body }) => [
		...[...query]
			.filter(([, value]) => value.trim() === '')
			.map(([name]) => `${method} ${path}?${name}`),
		...(isJson(body) ? blanksIn(JSON.parse(body)).map((at) => `${method} ${path} ${at}`) : []),
	]);

const holdsOthers = ({ spec, isMany }: Field): boolean =>
	isMany || ['json', 'object', 'pairs', 'rows'].includes(spec.kind);

const fieldsOf = (operation: Operation): Array<[string, Field]> =>
	Object.entries<Field>({ ...inputFields(operation), ...operation.settings }).filter(
		([name, field]) =>
			holdsOthers(field) && !field.spec.notAsked && !field.parts?.(name) && name !== 'clearFields',
	);

export const cases = allOperations.flatMap((named) => {
	const fields = fieldsOf(named.operation);
	return fields.length > 0 ? [{ title: `${named.area} ${named.name}`, named, fields }] : [];
});

const scripted = scriptedForAll();

const triedBefore = new Map<Field, Set<string>>();

let tried = 0;

let refused = 0;

afterAll(() =>
	report(
		`Blanks at depth: ${tried} in ${cases.length} operations, ${refused} refused, the others left out`,
	),
);

/** Performs an operation with a value of one of its fields, and says what was requested. */
async function performWith(
	named: (typeof cases)[number]['named'],
	others: IDataObject,
	[name, value]: [string, unknown],
) {
	scripted.server.asked.length = 0;
	const given = parametersOf(named.operation, { [name]: JSON.stringify(value) });
	const merged: IDataObject = { ...others };
	for (const [at, inside] of Object.entries(given))
		merged[at] =
			typeof inside === 'object' && typeof others[at] === 'object'
				? { ...(others[at] as IDataObject), ...(inside as IDataObject) }
				: inside;
	const error = await scripted.perform(named, merged).then(
		() => undefined,
		(thrown: unknown) => thrown as Error & { description?: string },
	);
	return { error, asked: [...scripted.server.asked] };
}

/** What is wrong when each value inside of an operation's fields is blank, one after the other. */
async function findingsOf({ named, fields }: (typeof cases)[number]): Promise<string[]> {
	const { operation } = named;
	const all: Fields = { ...inputFields(operation), ...operation.settings };
	const findings: string[] = [];
	for (const [name, field] of fields) {
		const key = `${name} ${purposeAt(operation, name)}`;
		if (triedBefore.get(field)?.has(key)) continue;
		triedBefore.set(field, new Set([...(triedBefore.get(field) ?? []), key]));
		const place = `${named.name}.${name}`;
		const others = {
			...parametersOf(operation, othersThan(name, all)),
			...showing(all, field),
			...TOGETHER[named.name],
		};
		const deeper = Object.entries(DEEPER).filter(
			([at]) =>
				at === place || place === at.replace(/^(\w+)\.(\w+)$/, `$1.${named.name.split('.')[1]}.$2`),
		);
		const perform = async (value: unknown) => await performWith(named, others, [name, value]);
		for (const value of [sampleOf(name, field).wire, ...deeper.flatMap(([, values]) => values)]) {
			const { asked: usual, error: unusual } = await perform(value);
			if (usual.length === 0) {
				findings.push(
					`${name} ${JSON.stringify(value)} is refused: ${unusual?.message} ${unusual?.description}`,
				);
				continue;
			}
			const before = new Set(blanksOf(usual));
			for (const at of placesIn(value))
				for (const blank of BLANKS) {
					const given = withAt(value, at, blank);
					const { error, asked } = await perform(given);
					const sent = blanksOf(asked).filter((each) => !before.has(each));
					const reason = reasonFor([place, ...at].join('.'), blank);
					if (reason !== undefined) {
						if (sent.length > 0) needed.add(reason);
						continue;
					}
					tried++;
					if (sent.length > 0)
						findings.push(`${name} ${JSON.stringify(given)} was sent: ${sent.join(', ')}`);
					if (asked.length > 0) continue;
					refused++;
					// All that an update changes was left out.
					if (error?.description?.includes('(updateFields)')) continue;
					if (!error?.description?.includes(`(${name}`))
						findings.push(
							`${name} ${JSON.stringify(given)}: ${error?.message} ${error?.description}`,
						);
				}
		}
	}
	return findings;
}

/** The findings of each operation, which are found only once. */
const found = new Map<string, Promise<string[]>>();

export const findingsOnce = (one: (typeof cases)[number]): Promise<string[]> => {
	if (!found.has(one.title)) found.set(one.title, findingsOf(one));
	return found.get(one.title)!;
};
