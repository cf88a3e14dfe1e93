/**
 * Engines, clusters and pipeline engines have two IDs. Wherever an operation takes one, however
 * deep it stands and however it is given, the other is understood as well.
 */
import type { IDataObject } from 'n8n-workflow';

import { areas } from '../../../../nodes/areas';
import { inputFields } from '../../../../nodes/shared/declare/derived/operationParts';
import { type Field, nameOnWire } from '../../../../nodes/shared/declare/fields';
import { type Picker, withOthers } from '../../../../nodes/shared/declare/lists/picker';
import type { Message } from '../../../../nodes/shared/declare/messages';
import type { Operation, OperationContext } from '../../../../nodes/shared/declare/operation';
import { resolveRecords } from '../../../../nodes/shared/engine/input/resolveRecords';
import { stub } from '../../../support/stub';

const OTHER = '0b8f6d2c-1111-4222-8333-444455556666';
const USUAL = '5f3e2d1ca1b2c3d4e5f60718';

/** A call whose lists hold one engine. */
const callWith = () => {
	const asked: string[] = [];
	const op = stub<OperationContext<Message>>({
		nodeRun: { sharedReads: new Map<string, Promise<string>>() },
		list: async ({ endpoint }: Operation & { endpoint: string }) => {
			asked.push(endpoint);
			return [{ id: USUAL, runtimeId: OTHER.toUpperCase(), name: 'Frankfurt 1' }];
		},
	});
	return { op, asked };
};

/**
 * A field inside an operation that takes the ID of an engine, and a value of the whole field with
 * this ID in it.
 */
interface Found {
	path: string;
	holding: (id: string) => unknown;
}

const hasTwo = (picker: unknown): boolean =>
	picker !== undefined && withOthers(picker as Picker).some(({ otherId }) => otherId);

/** Walks through the fields on its own, without using the kinds. */
function engineFields(path: string, field: Field): Found[] {
	const { picker, source, fields, kind } = field.spec;
	if (hasTwo(picker))
		return kind === 'pairs'
			? [{ path, holding: (id) => ({ one: 'x', two: id }) }]
			: [{ path, holding: (id) => id }];
	if (hasTwo(source?.picker)) return [{ path, holding: (id) => ['x', id] }];
	return Object.entries(fields ?? {}).flatMap(([name, inner]) =>
		engineFields(`${path}.${name}`, inner).map((found) => {
			const shown = Object.fromEntries(
				Object.entries(inner.spec.shownWhen ?? {}).map(([other, values]) => [
					nameOnWire(other, fields![other]!),
					values[0],
				]),
			);
			const object = (id: string) => ({ ...shown, [nameOnWire(name, inner)]: found.holding(id) });
			return {
				path: found.path,
				holding: (id: string) => (kind === 'rows' ? [{}, object(id)] : object(id)),
			};
		}),
	);
}

const all = Object.entries(areas).flatMap(([node, resources]) =>
	resources.flatMap(({ value: resource, operations }) =>
		Object.entries(operations).flatMap(([name, operation]) =>
			Object.entries<Field>({ ...inputFields(operation), ...operation.settings }).map(
				([field, declared]) => ({
					at: `${node}.${resource}.${name}.${field}`,
					operation,
					field,
					declared,
				}),
			),
		),
	),
);

const cases = all.flatMap(({ at, operation, field, declared }) =>
	engineFields(field, declared).map(
		(found) => [`${at}: ${found.path}`, operation, field, found] as const,
	),
);

test('engine fields are found at the top level and inside objects', () => {
	expect(cases.length).toBeGreaterThan(40);
	const deep = cases.map(([title]) => title.split(': ')[1]!);
	expect(new Set(deep.filter((path) => path.includes('.')))).toEqual(
		new Set(['runtime.id', 'runtime.remoteEngine', 'runtime.cluster', 'runtime.pipelineEngine']),
	);
	expect(deep).toContain('remoteEngines');
});

test.each(cases)(
	'an engine ID becomes the one that the platform accepts: %s',
	async (_title, operation, field, { holding }) => {
		const inSetting = field in (operation.settings ?? {});
		const { op } = callWith();
		const values = { [field]: holding(OTHER) } as IDataObject;
		const read = await resolveRecords(
			op,
			operation,
			inSetting ? { values: {}, settings: values } : { values, settings: {} },
		);
		expect(inSetting ? read.settings : read.values).toEqual({ [field]: holding(USUAL) });
		// Any other ID stays, and nothing is asked for it.
		const plain = callWith();
		const same = {
			values: inSetting ? {} : { [field]: holding(USUAL) },
			settings: inSetting ? { [field]: holding(USUAL) } : {},
		} as { values: IDataObject; settings: IDataObject };
		expect(await resolveRecords(plain.op, operation, same)).toEqual(same);
		expect(plain.asked).toEqual([]);
	},
);

/** Fields called like an engine that are sent as they are given. */
const AS_GIVEN = new Set([
	// The engine of the path, given again in the body: whoever gives it wants just this ID there.
	'Engines.remoteEngine.createRunProfile.runtimeId',
	'Engines.remoteEngineCluster.createRunProfile.runtimeId',
	...['create', 'update'].flatMap((does) =>
		['Standard', 'Advanced', 'BigData', 'Databricks'].map(
			(kind) => `Engines.pipelineEngineRunProfile.${does}${kind}.engineInBody`,
		),
	),
]);

test('only the listed fields accept an engine as plain text', () => {
	const inside = (at: string, field: Field): Array<[string, Field]> => [
		[at, field],
		...Object.entries(field.spec.fields ?? {}).flatMap(([name, inner]) =>
			inside(`${at}.${name}`, inner),
		),
	];
	const texts = all
		.flatMap(({ at, declared }) => inside(at, declared))
		.filter(
			([at, { spec }]) =>
				/\.(engineIds?|runtimeIds?|remoteEngine(Id)?s?|clusterIds?|processorIds?|engineInBody)$/i.test(
					at,
				) &&
				['id', 'text', 'list'].includes(spec.kind) &&
				spec.notAsked === undefined,
		)
		.filter(([, { spec }]) => spec.picker === undefined && spec.source === undefined)
		.map(([at]) => at);
	expect(new Set(texts)).toEqual(AS_GIVEN);
});
