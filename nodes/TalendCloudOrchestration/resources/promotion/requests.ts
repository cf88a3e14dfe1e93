/** Requests that list and read promotions. */
import {
	conditionRule,
	fiqlConditions,
	listByQuery,
	queryField,
} from '../../../records/lists/fiql';
import { record, records } from '../../../shared/declare/answers';
import { operation } from '../../../shared/declare/define';
import { id, text } from '../../../shared/declare/fields';
import { allAtOnce } from '../../../shared/declare/lists/paging';
import { picker } from '../../../shared/declare/lists/picker';
import { FROM_VENDOR } from '../../../shared/declare/origin';
import type { Rule } from '../../../shared/declare/rules';
import { isObject } from '../../../shared/support/json';

export const DETAILS = 'vendor:orchestration/PromotionExecutableDetails';

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

const nameOf = (environment: unknown) =>
	isObject(environment) ? String(environment.name ?? environment.id) : '';

const promotionPicker = picker({
	noun: 'promotion',
	method: 'searchPromotions',
	list: getMany,
	entry: ({ executable, name, sourceEnvironment, targetEnvironment }) => ({
		id: String(executable ?? ''),
		name: String(name ?? `${nameOf(sourceEnvironment)} to ${nameOf(targetEnvironment)}`),
		description: `From ${nameOf(sourceEnvironment)} to ${nameOf(targetEnvironment)}`,
	}),
	byName: true,
	example: '5e1f4a90e4b0b689a64fec01',
});

export const promotionId = (description = 'The promotion') =>
	id(description).label('Promotion').pick(promotionPicker);

export const description = text('What the promotion is for').eg('Releases of the finance team');

/** The target must not be the source. */
export const twoEnvironments: Rule = {
	field: 'targetEnvironmentId',
	says: 'the target is another environment than the source',
	check: ({ sourceEnvironmentId, targetEnvironmentId }) =>
		sourceEnvironmentId !== undefined && sourceEnvironmentId === targetEnvironmentId
			? 'must be another environment than the source'
			: undefined,
};

export const getPromotion = operation('GET /orchestration/executables/promotions/{promotionId}', {
	name: 'Get',
	action: 'Get a promotion',
	description: 'Get a promotion with its description',
	origin: FROM_VENDOR,
	path: { promotionId: promotionId() },
	answers: record(DETAILS, { requiredFields: ['executable'] }),
});
