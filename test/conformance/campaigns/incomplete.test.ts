/**
 * A creation without what makes its record useful is refused before anything is sent, naming the
 * field and the rule: each required list, object and set of names is given empty, wherever it is,
 * and so is each group of which something is needed.
 */
import type { IDataObject } from 'n8n-workflow';

import { jsonTwin } from '../../../nodes/shared/declare/derived/layout';
import { allFields, requestsOf } from '../../../nodes/shared/declare/derived/operationParts';
import { type Field, type Fields, labelOf } from '../../../nodes/shared/declare/fields';
import { allOperations, type Named } from '../../support/performing';
import { type Case, othersThan, placesIn, showing } from '../../support/places';
import { platformForAll } from '../../support/platform';
import { report } from '../../support/report';
import { parametersOf } from '../../support/samples';

const platform = platformForAll();

const creations = allOperations.filter(({ operation }) =>
	requestsOf(operation).some(({ method, effect }) => method === 'POST' && effect === 'once'),
);

/** Required, and may all the same be empty. */
const MAY_BE_EMPTY: Readonly<Record<string, string>> = {
	'Engines remoteEngineCluster.create remoteEngines':
		'its description says so: engines are added to a cluster one by one as well',
};

/** What is given in place of what a field holds, or undefined if it holds a single value. */
function emptiesOf({ spec, isMany }: Field): unknown[] | undefined {
	if (spec.kind === 'spread') return undefined;
	if (spec.kind === 'rows') return [[], '[]', {}, { rows: [] }];
	if (isMany) return [[], '[]'];
	if (spec.kind === 'pairs') return [{}, '{}', { pairs: [] }];
	return ['object', 'json'].includes(spec.kind) ? [{}, '{}'] : undefined;
}

interface Tried extends Named {
	place: Case;
	fields: Fields;
	top: string;
}

const tried: Tried[] = creations.flatMap((named) => {
	const fields = Object.fromEntries(
		Object.entries<Field>(allFields(named.operation)).filter(([, { spec }]) => !spec.former),
	);
	return Object.entries(fields).flatMap(([top, field]) =>
		placesIn(top, field, {
			path: top,
			purpose: 'describes',
			put: (value) => value,
			got: (read) => read,
		})
			.filter(
				({ path, field: { spec }, field: inner }) =>
					spec.required &&
					emptiesOf(inner) !== undefined &&
					!(`${named.area} ${named.name} ${path}` in MAY_BE_EMPTY),
			)
			.map((place) => ({ ...named, place, fields, top })),
	);
});

const EXPRESSION = '={{ $json.given }}';

/**
 * The parameters of a creation; one of its fields is an expression, as in a workflow whose table
 * lacks something. n8n drops that from a form.
 */
const parametersWith = ({ operation, fields, top }: Tried): IDataObject => {
	const others = { ...othersThan(top, fields), ...showing(fields, fields[top]!) };
	return fields[top]!.isForm
		? { ...parametersOf(operation, others), [jsonTwin(top)]: EXPRESSION }
		: parametersOf(operation, { ...others, [top]: EXPRESSION });
};

const sent = () => platform.emulator.log.filter(({ path }) => !path.includes('/oauth/'));

/**
 * Fields of which none is required alone, but something is needed, and what else is given. The
 * platform accepts records without most of them.
 */
const GROUPS: Readonly<Record<string, { fields: string[]; others?: IDataObject }>> = {
	'Catalog crawler.create': { fields: ['selectedDatasets'] },
	'Catalog customAttribute.create': { fields: ['values'], others: { type: 'enum' } },
	'Catalog sharing.change': { fields: ['users', 'groups'] },
	'Catalog sharing.grant': { fields: ['userIds', 'groupIds'] },
	'Engines pipelineEngineRunProfile.createAdvanced': { fields: ['definition'] },
	'Security ipAllowlist.create': {
		fields: ['ips'],
		others: { enabled: true, confirmAccess: true },
	},
};

let refusals = 0;
afterAll(() =>
	report(
		`Creations: ${creations.length}; ${refusals} empty values refused in ${tried.length} places and ${Object.keys(GROUPS).length} groups`,
	),
);

async function refusalOf(named: Named, parameters: IDataObject, given?: unknown) {
	platform.clearLog();
	const [resource, operation] = named.name.split('.') as [string, string];
	const { error } = await platform.run(
		named.area,
		resource,
		operation,
		{ authentication: 'token', ...parameters },
		{ items: [{ json: { given: given as IDataObject } }] },
	);
	expect(sent()).toEqual([]);
	refusals++;
	return error;
}

test.each(tried.map((each) => [`${each.area} ${each.name} ${each.place.path}`, each] as const))(
	'%s is requested by its label if it is empty',
	async (_title, each) => {
		const label = labelOf(each.place.name, each.place.field);
		for (const empty of emptiesOf(each.place.field)!) {
			const error = await refusalOf(each, parametersWith(each), each.place.put(empty));
			const said = `${error?.message} ${error?.description}`;
			expect({ empty, said }).toEqual({ empty, said: expect.stringContaining(label) as string });
			expect(said).toContain('Nothing was sent');
			expect(said).toMatch(/is required|needs at least one entry|is empty/);
		}
	},
);

test.each(Object.entries(GROUPS))(
	'%s requires at least one field of a group',
	async (name, { fields, others }) => {
		const named = allOperations.find((each) => `${each.area} ${each.name}` === name)!;
		const all: Fields = allFields(named.operation);
		const required = { ...othersThan('', all), ...others };
		const [first] = fields as [string];
		for (const empty of [undefined, ...fields]) {
			const given = empty === undefined ? {} : { [empty]: EXPRESSION };
			const asked = empty ?? first;
			const error = await refusalOf(
				named,
				parametersOf(named.operation, { ...required, ...given }),
				all[first]!.isMany ? [] : '',
			);
			const said = `${error?.message} ${error?.description}`;
			expect({ given, said }).toEqual({
				given,
				said: expect.stringContaining(labelOf(asked, all[asked]!)) as string,
			});
			expect(said).toContain('Nothing was sent');
		}
	},
);
