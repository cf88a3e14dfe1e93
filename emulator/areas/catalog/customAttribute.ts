/** Custom attributes: their definitions, and the values that datasets have. */
import { withoutUndefined } from '../../../nodes/shared/support/json';
import { created, type Handlers, noContent, ok } from '../../handler';
import { itemPage, type ListReply } from '../../lists/replies';
import { badRequest } from '../../refusals';
import type { State } from '../../state/state';
import { collection } from '../collection';
import {
	type Attribute,
	attributes,
	checkKind,
	checkValues,
	type Dataset,
	datasets,
	newAttribute,
} from './catalogStore';
import { answerToChange, noteChange } from './dataset';

/** Finds an attribute by the ID of its definition, or by its business ID. */
function attributeOf(state: State, id: string): Attribute {
	const named = attributes.all(state).find(({ businessId }) => businessId === id);
	return named ?? attributes.find(state, id);
}

function attributeView(attribute: Attribute, includeMetadata: unknown) {
	const { id, label, description, type, defaults, mandatory, createdAt, updatedAt, by, updatedBy } =
		attribute;
	const author = (user: string) => ({
		id: user,
		...(includeMetadata === true ? { fullName: user === 'ana.demo' ? 'Ana Demo' : user } : {}),
	});
	return withoutUndefined({
		id,
		label,
		description,
		type,
		defaults,
		mandatory,
		createdAt,
		updatedAt,
		createdBy: author(by),
		updatedBy: author(updatedBy),
	});
}

function valueView({ id, label, businessId, defaults }: Attribute, dataset: Dataset) {
	const values = dataset.values.get(id) ?? defaults;
	return {
		id,
		label,
		category: 'custom',
		values,
		isDefault: values.join() === defaults.join(),
		businessId,
	};
}

/**
 * A page of a list of attributes. The object around it is that of the lists of values, because the
 * documents show no other.
 */
const paging: ListReply = (all, asked, show) => {
	const ofCategory = asked.category === undefined || asked.category === 'custom' ? all : [];
	const { items: data, ...place } = itemPage(ofCategory, asked, show).body as { items: unknown[] };
	return ok({ data, paging: place });
};

const { list, get, create, patch, remove } = collection(attributes, {
	variable: 'definitionId',
	given: ({ body, clock, caller, follows }, own) => {
		const given = { ...(body as Partial<Attribute>) };
		// According to the OpenAPI files, a free-text attribute keeps only the first default.
		if (follows === 'vendor' && (given.type ?? own?.type) === 'text')
			given.defaults &&= given.defaults.slice(0, 1);
		if (own) {
			if (given.label === undefined || given.mandatory === undefined)
				throw badRequest('label and mandatory are required');
			checkKind({ ...own, ...given });
			return given;
		}
		return newAttribute({ ...(given as Attribute), by: caller.id, createdAt: clock.now() });
	},
	touched: ({ clock, caller }) => ({ updatedAt: clock.now(), updatedBy: caller.id }),
	removed: ({ id }, { state }) => {
		for (const dataset of datasets.all(state)) dataset.values.delete(id);
	},
	show: (attribute, { query }) => attributeView(attribute, query.includeMetadata),
	paging,
	filters: { category: () => true, includeMetadata: () => true },
});

export const customAttributeHandlers: Handlers = {
	'GET /datasets/attributes': list(),
	'POST /datasets/attributes': create(({ id: definitionId }) => created({ definitionId })),
	'GET /datasets/attributes/{definitionId}': get(),
	'PATCH /datasets/attributes/{definitionId}': patch(() => noContent()),
	'DELETE /datasets/attributes/{definitionId}': remove(),
	'GET /datasets/{datasetId}/attributes': ({ state, path, query }) => {
		const dataset = datasets.find(state, path.datasetId!);
		return paging(attributes.all(state), query, (each) => valueView(each, dataset));
	},
	'PUT /datasets/{datasetId}/attributes/{id}': (request) => {
		const { state, path, body, clock } = request;
		const dataset = datasets.find(state, path.datasetId!);
		const attribute = attributeOf(state, path.id!);
		const { values } = body as { values?: string[] };
		if (values === undefined) throw badRequest('values is required');
		checkValues(attribute.type, attribute.values, values);
		dataset.values.set(attribute.id, values);
		noteChange(dataset, clock.now());
		return answerToChange(request);
	},
	'DELETE /datasets/{datasetId}/attributes/{id}': ({ state, path, clock }) => {
		const dataset = datasets.find(state, path.datasetId!);
		dataset.values.delete(attributeOf(state, path.id!).id);
		noteChange(dataset, clock.now());
		return noContent();
	},
};
