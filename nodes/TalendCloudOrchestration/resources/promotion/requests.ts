import type { IDataObject } from 'n8n-workflow';

import { userField } from '../../../records/identities/identities';
import { serviceAccountField } from '../../../records/identities/serviceAccounts';
import {
	conditionRule,
	fiqlConditions,
	listByQuery,
	queryField,
} from '../../../records/lists/fiql';
import { environmentField } from '../../../records/places/environments';
import { nothing, type Output, record, records } from '../../../shared/declare/answers';
import { createdAs } from '../../../shared/declare/createdAs';
import { operation } from '../../../shared/declare/define';
import { id, object, text } from '../../../shared/declare/fields';
import { allAtOnce } from '../../../shared/declare/lists/paging';
import { picker } from '../../../shared/declare/lists/picker';
import type { OperationContext, RequestOperation } from '../../../shared/declare/operation';
import { FROM_VENDOR } from '../../../shared/declare/origin';
import type { Rule } from '../../../shared/declare/rules';
import { type Input, withBody } from '../../../shared/declare/runtime/context';
import { isObject, objectIn } from '../../../shared/support/json';
import { addIfMissing } from '../../addIfMissing';
import { objectsOf, promotedInWords } from './promotionReport';
import { keepSettings, scopeOf, scopeSettings } from './promotionScope';

const DETAILS = 'vendor:orchestration/PromotionExecutableDetails';

export const getMany = operation('GET /orchestration/executables/promotions', {
	name: 'Get Many',
	action: 'Get many promotions',
	description: 'List the promotions that you can access; only Get returns their descriptions',
	origin: FROM_VENDOR,
	query: queryField('name==dev to prod*', '_s'),
	settings: fiqlConditions([{ value: 'name', name: 'Name' }]),
	rules: [conditionRule],
	pages: allAtOnce,
	answers: records(DETAILS, { key: 'executable' }),
	perform: listByQuery,
});

const environmentName = (environment: unknown) =>
	isObject(environment) ? String(environment.name ?? environment.id) : '';

const promotionPicker = picker({
	noun: 'promotion',
	method: 'searchPromotions',
	list: getMany,
	entry: ({ executable, name, sourceEnvironment, targetEnvironment }) => ({
		id: executable,
		name: String(
			name ?? `${environmentName(sourceEnvironment)} to ${environmentName(targetEnvironment)}`,
		),
		description: `From ${environmentName(sourceEnvironment)} to ${environmentName(targetEnvironment)}`,
	}),
	byName: true,
	example: '5e1f4a90e4b0b689a64fec01',
});

export const promotionField = (description = 'The promotion') =>
	id(description).label('Promotion').pick(promotionPicker);

const descriptionField = text('What the promotion is for').eg('Releases of the finance team');

/** The target must not be the source. */
export const twoEnvironments: Rule = {
	field: 'targetEnvironmentId',
	says: 'the target must be a different environment from the source',
	finding: ({ sourceEnvironmentId, targetEnvironmentId }) =>
		sourceEnvironmentId !== undefined && sourceEnvironmentId === targetEnvironmentId
			? 'must be a different environment from the source'
			: undefined,
};

export const getPromotion = operation('GET /orchestration/executables/promotions/{promotionId}', {
	name: 'Get',
	action: 'Get a promotion',
	description: 'Get a promotion with its description',
	origin: FROM_VENDOR,
	path: { promotionId: promotionField() },
	answers: record(DETAILS, { requiredFields: ['executable'] }),
});

export const create = operation('POST /orchestration/executables/promotions', {
	name: 'Create',
	action: 'Create a promotion',
	description:
		'Connect two environments with a promotion, one for each pair and direction; nothing is promoted yet',
	origin: FROM_VENDOR,
	body: {
		sourceEnvironmentId: environmentField('The environment to promote from').label(
			'Source Environment',
		),
		targetEnvironmentId: environmentField('The environment to promote to')
			.label('Target Environment')
			.sample('57f64991e4b0b689a64feed9'),
		description: descriptionField.optional(),
	},
	rules: [twoEnvironments],
	refusals: { 409: 'There is already a promotion from this environment to that one: use it.' },
	answers: record(DETAILS, { requiredFields: ['executable'] }),
	lookUp: createdAs({
		subject: 'The promotion',
		list: getMany,
		unique: {
			'sourceEnvironment.id': 'sourceEnvironmentId',
			'targetEnvironment.id': 'targetEnvironmentId',
		},
		id: 'executable',
	}),
});

export const update = operation('PATCH /orchestration/executables/promotions/{promotionId}', {
	name: 'Update',
	action: 'Update a promotion',
	description: 'Change the description of a promotion; nothing else can be changed',
	origin: FROM_VENDOR,
	effect: 'write',
	path: { promotionId: promotionField() },
	body: { description: descriptionField },
	answers: nothing(),
});

export const remove = operation('DELETE /orchestration/executables/promotions/{promotionId}', {
	name: 'Delete',
	action: 'Delete a promotion',
	description: 'Delete a promotion; what it promoted stays where it is',
	origin: FROM_VENDOR,
	path: { promotionId: promotionField() },
	answers: nothing(),
});

/** What would happen, one item for each object. */
async function reportAnalysis(
	op: OperationContext,
	request: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const { body } = await op.send(
		request,
		withBody(input, analysisBody(objectIn(input.body), input.settings)),
	);
	return objectsOf(objectIn(body), 'analyzeReport').map((promoted) => ({
		json: { ...promoted, summary: promotedInWords(promoted, 'analyzeReport') },
	}));
}

/** The body of an analysis. The scope has another name there than in an execution. */
export function analysisBody(body: IDataObject, settings: IDataObject): IDataObject {
	const scope = scopeOf(settings);
	return scope === undefined ? body : { ...body, promotionAdvancedInfo: scope };
}

export const analyze = operation('POST /orchestration/executables/promotions/{promotionId}', {
	name: 'Analyze',
	action: 'Analyze a promotion',
	description:
		'Preview what a promotion would do, one item for each object with its verdict; changes nothing',
	origin: FROM_VENDOR,
	effect: 'read',
	path: { promotionId: promotionField() },
	body: {
		...keepSettings,
		promotionAdvancedInfo: object('Scope of the analysis', {
			id: id('What to promote from the source environment'),
			type: text('Type of that object'),
			name: text('Name of that object').optional(),
			workspaceId: id('Workspace of that object').optional(),
		})
			.optional()
			.derived(),
	},
	settings: scopeSettings,
	// Without this field, the response is no analysis. Otherwise, an empty object would look as if
	// nothing were wrong.
	answers: record('vendor:orchestration/PromotionExecutionStatusV26', {
		requiredFields: ['executionId'],
	}),
	perform: reportAnalysis,
});

export const getUsers = operation('GET /orchestration/executables/promotions/{promotionId}/users', {
	name: 'Get Users',
	action: 'Get the users who can execute a promotion',
	description: 'Get the IDs of the users and service accounts that can execute a promotion',
	origin: FROM_VENDOR,
	path: { promotionId: promotionField() },
	answers: record('vendor:orchestration/PromotionUsersResponse', {
		requiredFields: ['executable'],
	}),
});

export const addUser = operation(
	'PUT /orchestration/executables/promotions/{promotionId}/users/{userId}',
	{
		name: 'Add User',
		action: 'Let a user execute a promotion',
		description: 'Let a user execute a promotion',
		origin: FROM_VENDOR,
		path: { promotionId: promotionField(), userId: userField() },
		answers: nothing(),
		perform: addIfMissing,
	},
);

export const removeUser = operation(
	'DELETE /orchestration/executables/promotions/{promotionId}/users/{userId}',
	{
		name: 'Remove User',
		action: 'Remove a user from a promotion',
		description: 'Remove a user from those who can execute a promotion',
		origin: FROM_VENDOR,
		path: { promotionId: promotionField(), userId: userField() },
		answers: nothing(),
	},
);

export const addServiceAccount = operation(
	'PUT /orchestration/executables/promotions/{promotionId}/service-accounts/{serviceAccountId}',
	{
		name: 'Add Service Account',
		action: 'Let a service account execute a promotion',
		description: 'Let a service account, such as that of this credential, execute a promotion',
		origin: FROM_VENDOR,
		path: { promotionId: promotionField(), serviceAccountId: serviceAccountField() },
		answers: nothing(),
		perform: addIfMissing,
	},
);

export const removeServiceAccount = operation(
	'DELETE /orchestration/executables/promotions/{promotionId}/service-accounts/{serviceAccountId}',
	{
		name: 'Remove Service Account',
		action: 'Remove a service account from a promotion',
		description: 'Remove a service account from those that can execute a promotion',
		origin: FROM_VENDOR,
		path: { promotionId: promotionField(), serviceAccountId: serviceAccountField() },
		answers: nothing(),
	},
);
