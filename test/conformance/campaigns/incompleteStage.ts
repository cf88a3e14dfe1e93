/** Creations in which a required list, object or group is empty. */
import type { IDataObject } from 'n8n-workflow';

import { jsonTwin } from '../../../nodes/shared/declare/derived/layout';
import { allFields, requestsOf } from '../../../nodes/shared/declare/derived/operationParts';
import { type Field, type Fields } from '../../../nodes/shared/declare/fields';
import { allOperations, type Named } from '../../support/performing';
import { type Case, othersThan, placesIn, showing } from '../../support/places';
import { platformForAll } from '../../support/platform';
import { report } from '../../support/report';
import { parametersOf } from '../../support/samples';

const platform = platformForAll();

const creations = allOperations.filter(({ operation }) =>
	requestsOf(operation).some(({ method, effect }) => method === 'POST' && effect === 'start'),
);

/** Required, and may all the same be empty. */
const MAY_BE_EMPTY: Readonly<Record<string, string>> = {
	'Engines remoteEngineCluster.create remoteEngines':
		'its description says so: engines are added to a cluster one by one as well',
};

/** What is given in place of what a field holds, or undefined if it holds a single value. */
export function emptiesOf({ spec, isMany }: Field): unknown[] | undefined {
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

export const tried: Tried[] = creations.flatMap((named) => {
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

export const EXPRESSION = '={{ $json.given }}';

/**
 * The parameters of a creation; one of its fields is an expression, as in a workflow whose table
 * lacks something. n8n drops that from a form.
 */
export const parametersWith = ({ operation, fields, top }: Tried): IDataObject => {
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
export const GROUPS: Readonly<Record<string, { fields: string[]; others?: IDataObject }>> = {
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

export async function refusalOf(named: Named, parameters: IDataObject, given?: unknown) {
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
