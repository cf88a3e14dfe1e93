/**
 * Nodes with fields that are chosen from lists, and a platform that has these lists.
 */
import type {
	IDataObject,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	INodeParameters,
} from 'n8n-workflow';

import { record, records } from '../../../nodes/shared/declare/answers';
import { operation, resource } from '../../../nodes/shared/declare/define';
import { type Fields, integer, text } from '../../../nodes/shared/declare/fields';
import { limitOffset } from '../../../nodes/shared/declare/lists/paging';
import { picker, type Picker } from '../../../nodes/shared/declare/lists/picker';
import type { RequestSpec, Resource } from '../../../nodes/shared/declare/operation';
import { anyNode } from '../../support/anyNode';
import { ANY_TEXTS } from '../../support/anyTexts';
import { stub } from '../../support/stub';

const paged = { limit: integer('L').optional(), offset: integer('O').optional() };

export const getMany = (more: Partial<RequestSpec> = {}) =>
	operation('GET /tasks', {
		...ANY_TEXTS,
		query: { ...paged, name: text('N').optional(), environmentId: text('E').optional() },
		pages: limitOffset(),
		answers: records(undefined),
		...more,
	});

let nodes = 0;

/** The editor of a node with these parameters, on a platform that answers so. */
export function editor(parameters: IDataObject, answers: (url: string) => unknown = () => []) {
	const asked: string[] = [];
	const id = `searches ${++nodes}`;
	const context = stub<ILoadOptionsFunctions>({
		getNode: () => anyNode({ id, parameters: parameters as INodeParameters }),
		getTimezone: () => 'Asia/Tokyo',
		getCredentials: async () => await Promise.resolve({}),
		getCurrentNodeParameter: (name: string) => parameters[name],
		helpers: {
			httpRequestWithAuthentication: async (
				_type: string,
				{ method, url, body }: IHttpRequestOptions,
			) => {
				asked.push(`${method} ${url}${body === undefined ? '' : ` ${body as string}`}`);
				const found = answers(url);
				if (found instanceof Error) throw found;
				return await Promise.resolve({ statusCode: 200, headers: {}, body: JSON.stringify(found) });
			},
		},
	});
	return { context, asked };
}

export const tasks = (more: Partial<Picker> = {}): Picker =>
	picker({
		noun: 'task',
		method: 'searchTasks',
		byName: true,
		example: 't1',
		list: getMany(),
		search: (name) => ({ name }),
		entry: ({ id, name, description }) => ({
			id: String(id ?? ''),
			name: String(name ?? ''),
			...(description ? { description: String(description) } : {}),
		}),
		...more,
	});

/** A node with one operation that has these fields. */
export const nodeWith = (query: Fields, settings: Fields = {}): Resource[] => [
	resource('x', 'X', {
		get: operation('GET /x', { ...ANY_TEXTS, query, settings, answers: record(undefined) }),
	}),
];
