/** The requests about data models that other operations use, and the field that chooses one. */
import { record, records } from '../../shared/declare/answers';
import { operation } from '../../shared/declare/define';
import { id } from '../../shared/declare/field';
import { allAtOnce } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { FROM_HELP, SEEN } from '../../shared/declare/origin';

export const DATA_MODEL = 'vendor:data-stewardship/DataModel';
export const DATA_MODEL_TIMES = ['creationDate', 'lastUpdateDate'];
export const DATA_MODELS = '/schemaservice/api/v1/schemas/org.talend.schema';

export const getManyModels = operation(`GET ${DATA_MODELS}`, {
	name: 'Get Many',
	action: 'Get many data models',
	description: 'List the data models of Data Stewardship',
	extra: SEEN,
	pages: allAtOnce,
	answers: records(DATA_MODEL, {
		key: 'name',
		simple: ['name', 'displayName', 'description', 'version', 'referenced'],
	}),
});

const modelPicker = picker({
	noun: 'data model',
	method: 'searchDataModels',
	list: getManyModels,
	// Data models are addressed by their technical names.
	entry: ({ name, displayName }) => ({
		id: String(name ?? ''),
		name: String(displayName ?? name ?? ''),
		technicalName: String(name ?? ''),
		description: String(name ?? ''),
	}),
	byName: true,
	example: 'demo_product',
});

/** A data model, as a field of an operation; what is sent is its technical name. */
export const dataModelName = (description = 'The data model') =>
	id(description).label('Data Model').pick(modelPicker);

export const getModel = operation(`GET ${DATA_MODELS}/{dataModelName}`, {
	name: 'Get',
	action: 'Get a data model',
	description: 'Read one data model with its fields',
	extra: FROM_HELP,
	path: { dataModelName: dataModelName() },
	answers: record(DATA_MODEL, { requiredFields: ['name'], times: DATA_MODEL_TIMES }),
});
