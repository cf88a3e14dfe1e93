/** Semantic types: changed in a sandbox, saved as a draft in the background, published. */
import { created, type Handlers, noContent, ok } from '../../handler';
import { badRequest, conflict } from '../../refusals';
import { collection } from '../collection';
import { type SemanticType, semanticTypes } from './stewardshipStore';

/** Saving a draft takes this long. */
const SAVING_MS = 3_000;

const view = ({ id, state, content, createdAt, changedAt, publishedAt, by }: SemanticType) => ({
	id,
	...content,
	state,
	creator: by,
	createdAt,
	modifiedAt: changedAt,
	...(publishedAt === undefined ? {} : { publishedAt, lastPublisher: by }),
});

function draftStatus({ savedAt }: SemanticType, now: number): string {
	if (savedAt === undefined) return 'NONE';
	return now >= savedAt ? 'FINISH' : 'IN_PROGRESS';
}

const { list, one, remove } = collection(semanticTypes, {
	variable: 'semanticTypeId',
	show: view,
	filters: { state: ({ state }, wanted: string) => state === wanted },
});

export const semanticTypeHandlers: Handlers = {
	'GET /semanticservice/categories': list(),
	'POST /semanticservice/categories/sandbox': ({ state, clock, caller }) => {
		const { id } = semanticTypes.add(state, {
			state: 'SANDBOX',
			content: {},
			values: [],
			createdAt: clock.now(),
			changedAt: clock.now(),
			by: caller.id,
		});
		return created({ id });
	},
	'PUT /semanticservice/categories/{semanticTypeId}/sandbox/': (request) => {
		const type = one(request);
		Object.assign(type, { state: 'SANDBOX', savedAt: undefined });
		return ok(view(type));
	},
	'PATCH /semanticservice/categories/{semanticTypeId}': (request) => {
		const type = one(request);
		if (type.state !== 'SANDBOX') throw conflict('The semantic type is not in the sandbox');
		const content = request.body as Record<string, unknown>;
		const { name } = content;
		if (
			semanticTypes
				.all(request.state)
				.some((other) => other !== type && other.content.name === name)
		)
			throw badRequest(`There is a semantic type ${String(name)} already`);
		Object.assign(type, { content, changedAt: request.clock.now() });
		return noContent();
	},
	'PATCH /semanticservice/v2/categories/{semanticTypeId}/draft': (request) => {
		const type = one(request);
		if (type.state !== 'SANDBOX') throw conflict('The semantic type is not in the sandbox');
		if (type.content.name === undefined) throw badRequest('The semantic type has no content yet');
		Object.assign(type, { state: 'DRAFT', savedAt: request.clock.now() + SAVING_MS });
		return noContent();
	},
	'GET /semanticservice/v2/categories/{semanticTypeId}/draft/status': (request) => {
		const type = one(request);
		return ok({ id: type.id, errors: [], status: draftStatus(type, request.clock.now()) });
	},
	'POST /semanticservice/categories/{semanticTypeId}/publish': (request) => {
		const type = one(request);
		const { clock } = request;
		if (type.state === 'PUBLISHED') return noContent();
		if (type.state !== 'DRAFT' || clock.now() < type.savedAt!)
			throw conflict('The semantic type was not saved as a draft');
		Object.assign(type, { state: 'PUBLISHED', publishedAt: clock.now() });
		return noContent();
	},
	'POST /semanticservice/documents': ({ state, body }) => {
		const { categoryId, values } = body as { categoryId: string; values: string[][] };
		const type = semanticTypes.find(state, categoryId);
		if (type.state !== 'SANDBOX') throw conflict('The semantic type is not in the sandbox');
		if (
			!values.every(
				(value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
			)
		)
			throw badRequest('Each value must be a list of texts');
		type.values.push(...values);
		return created({ ids: values.map(() => state.objectId()) });
	},
	'DELETE /semanticservice/categories/{semanticTypeId}': remove(),
};
