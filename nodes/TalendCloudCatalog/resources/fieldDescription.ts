import type { IDataObject } from 'n8n-workflow';

import { nothing, type Output, records } from '../../shared/declare/answers';
import { operation, resource, wholeBody } from '../../shared/declare/define';
import { rows, text } from '../../shared/declare/fields';
import { allAtOnce } from '../../shared/declare/lists/paging';
import type { OperationContext, RequestOperation } from '../../shared/declare/operation';
import { noRowTwice } from '../../shared/declare/rules';
import type { Input } from '../../shared/declare/runtime/context';
import { isRefusedWith } from '../../shared/support/http/refused';
import { objectsIn } from '../../shared/support/json';
import { visibleName, withInvisibleShown } from '../../shared/support/text/visibleNames';
import { datasetField } from './dataset';

const fieldPathField = text('Path of the field as in the schema of the dataset')
	.label('Field Path')
	.eg('customer/address.city');

const descriptionField = text('What the field holds').eg('City that the invoice goes to');

/**
 * A field of a dataset may really have a name that ends with a blank, so paths are sent as given.
 * Only if the platform refuses one does the message show such characters.
 */
const showingSigns =
	(pathsIn: (values: IDataObject) => unknown[]) =>
	async (op: OperationContext, request: RequestOperation, input: Input): Promise<Output[]> =>
		await op.request(request, input).catch((error: unknown) => {
			const odd = pathsIn(input.values)
				.map(String)
				.find((path) => visibleName(path) !== path);
			if (odd !== undefined && isRefusedWith(error, 400, 404))
				error.description = `The path has invisible characters: "${withInvisibleShown(odd)}". ${error.description ?? ''}`;
			throw error;
		});

const getMany = operation('GET /datasets/{datasetId}/columns', {
	name: 'Get Many',
	action: 'Get many field descriptions',
	description: 'List the descriptions of the fields of a dataset',
	path: { datasetId: datasetField() },
	pages: allAtOnce,
	answers: records('C.ColumnDescription', { key: 'path' }),
});

const set = operation('PUT /datasets/{datasetId}/columns/{path}', {
	name: 'Set',
	action: 'Set the description of a field',
	description: 'Describe one field of a dataset',
	path: { datasetId: datasetField(), path: fieldPathField },
	body: { description: descriptionField },
	perform: showingSigns(({ path }) => [path]),
	refusals: {
		404: 'Check the ID of the dataset, and that the path is that of a field in its schema, in the same spelling.',
	},
	answers: nothing(),
});

const setMany = operation('POST /datasets/{datasetId}/columns', {
	destructive: true,
	name: 'Set Many',
	action: 'Set many field descriptions and overwrite existing ones',
	description:
		'Describe several fields of a dataset in one request; descriptions of other fields stay',
	effect: 'write',
	creates: false,
	path: { datasetId: datasetField() },
	body: wholeBody(
		'descriptions',
		rows('The fields and what they hold', {
			path: fieldPathField,
			description: descriptionField,
		}).min(1),
	),
	rules: [noRowTwice('descriptions', ['path'])],
	perform: showingSigns(({ descriptions }) => objectsIn(descriptions).map(({ path }) => path)),
	answers: nothing({
		output: (_answer, { datasetId, descriptions }) => ({
			success: true,
			datasetId,
			fields: (descriptions as unknown[]).length,
		}),
	}),
});

export const fieldDescription = resource(
	'fieldDescription',
	'Field Description',
	{ getMany, set, setMany },
	'What a field of a dataset holds',
);
