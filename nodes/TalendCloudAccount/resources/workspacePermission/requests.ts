import { userField, userPicker } from '../../../records/identities/identities';
import {
	serviceAccountField,
	serviceAccountPicker,
} from '../../../records/identities/serviceAccounts';
import { environmentField } from '../../../records/places/environments';
import { workspaceField, workspacesField } from '../../../records/places/workspaces';
import { nothing, record, records } from '../../../shared/declare/answers';
import { operation, wholeBody } from '../../../shared/declare/define';
import { boolean, type Field, rows, suggestions } from '../../../shared/declare/fields';
import type { ListField } from '../../../shared/declare/kinds/list';
import { listOf } from '../../../shared/declare/lists/loadedChoices';
import { allAtOnce } from '../../../shared/declare/lists/paging';
import { problem } from '../../../shared/declare/messages';
import type { OperationContext, RequestOperation } from '../../../shared/declare/operation';
import { noRowTwice, type Rule } from '../../../shared/declare/rules';
import type { Input } from '../../../shared/declare/runtime/context';
import { isRefusedWith } from '../../../shared/support/http/refused';
import { objectIn } from '../../../shared/support/json';
import { batchSettings, deletedInBatches, inBatches } from './batch';
import { BATCH_MESSAGES } from './rejections';

/**
 * The rights that Talend's OpenAPI file lists. The interface documents show only AUTHOR and EXECUTE
 * (docs/platform/interface.md, "Permissions").
 */
export const RIGHTS = ['AUTHOR', 'EXECUTE', 'MANAGE', 'PUBLISH', 'VIEW'];

const UNKNOWN_PRESENT = problem(
	'The {noun} has permissions on this workspace already, and Talend Cloud does not say which',
	'Nothing was changed. Use Set to give all of the permissions at once.',
);

/**
 * The permissions that are needed. Talend's guide calls them "Users - Manage", or the role of
 * an environment administrator.
 */
const MANAGE = ['TMC_USER_MANAGEMENT', 'TMC_ENVIRONMENT_MANAGEMENT'];

const rightsField = (description: string) =>
	suggestions(description, RIGHTS).min(1).sample(['EXECUTE']);

/** The result of `doing`; or of `instead`, if the platform refuses it with `status`. */
async function orElseOnStatus<T>(
	status: number,
	doing: Promise<T>,
	instead: () => Promise<T>,
): Promise<T> {
	return await doing.catch(async (error: unknown) => {
		if (!isRefusedWith(error, status)) throw error;
		return await instead();
	});
}

/**
 * Users and service accounts have the same eight operations (docs/platform/interface.md,
 * "Permissions").
 */
interface Family {
	/** The noun in singular and plural. */
	noun: string;
	plural: string;
	/**
	 * The name of the subject in paths and filters, and the name of the list of subjects in a batch
	 * deletion.
	 */
	one: 'userId' | 'serviceAccountId';
	many: 'userIds' | 'serviceAccountIds';
	subject: (description?: string) => Field<string>;
	subjects: (description: string) => ListField;
	single: `/security/${string}`;
	all: `/security/${string}`;
}

const inTitle = (words: string): string =>
	words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

function permissionOperations(family: Family) {
	const { get, remove } = getAndRemove(family);
	return {
		get,
		remove,
		...addAndSet(family, get),
		...createAndUpdateMany(family),
		deleteMany: deleteMany(family),
		getMany: getMany(family),
	};
}

/** The path variables: the workspace and the subject. */
const pathVariables = ({ one, subject }: Family) => ({
	workspaceId: workspaceField(),
	[one]: subject(),
});

function getAndRemove(family: Family) {
	const { noun, single } = family;
	const common = {
		permissions: MANAGE,
		path: pathVariables(family),
		refusals: {
			404: `The ${noun} has no permissions on this workspace, or one of the two does not exist.`,
		},
	};
	return {
		get: operation(`GET ${single}`, {
			...common,
			name: `Get for ${inTitle(noun)}`,
			action: `Get the permissions of a ${noun} on a workspace`,
			description: `Get the permissions of one ${noun} on one workspace`,
			answers: record('A.Permission', { requiredFields: ['permissions'] }),
		}),
		remove: operation(`DELETE ${single}`, {
			...common,
			name: `Remove for ${inTitle(noun)}`,
			action: `Remove the permissions of a ${noun} on a workspace`,
			description: `Remove all permissions of one ${noun} on one workspace`,
			answers: nothing(),
		}),
	};
}

/**
 * The platform has one request for the first permissions of a subject, and another one for later
 * changes. If one is refused for this reason, the operation uses the other one.
 */
function addAndSet(family: Family, get: RequestOperation) {
	const { noun, single } = family;
	const common = { permissions: MANAGE, path: pathVariables(family), answers: nothing() };
	const add: RequestOperation = operation(`POST ${single}`, {
		...common,
		name: `Add for ${inTitle(noun)}`,
		action: `Add permissions of a ${noun} on a workspace`,
		description: `Give one ${noun} permissions on one workspace, in addition to those it has`,
		effect: 'write',
		creates: false,
		body: wholeBody('permissions', rightsField('Permissions to add')),
		messages: [UNKNOWN_PRESENT],
		perform: async (op, request, input) =>
			await orElseOnStatus(
				409,
				op.request(request, input),
				async () => await op.request(set, await withPresent(op, get, input, noun)),
			),
	});
	const set: RequestOperation = operation(`PUT ${single}`, {
		...common,
		destructive: true,
		name: `Set for ${inTitle(noun)}`,
		action: `Set all permissions of a ${noun} on a workspace`,
		description: `Give one ${noun} exactly these permissions on one workspace, and take away all others`,
		body: wholeBody(
			'permissions',
			rightsField('Complete list of permissions; any left out are removed'),
		),
		perform: async (op, request, input) =>
			await orElseOnStatus(
				404,
				op.request(request, input),
				async () => await op.request(add, input),
			),
	});
	return { add, set };
}

/**
 * The input with the present permissions and the new ones.
 * @throws if the present ones are not known
 */
async function withPresent(
	op: OperationContext<typeof UNKNOWN_PRESENT>,
	get: RequestOperation,
	input: Input,
	noun: string,
): Promise<Input> {
	const { permissions } = objectIn((await op.sendValues(get, input.path)).body);
	if (!Array.isArray(permissions)) throw op.problem(UNKNOWN_PRESENT, { noun });
	const body = [...new Set([...(permissions as string[]), ...(input.body as string[])])];
	return { ...input, body };
}

function createAndUpdateMany({ plural, subject, all }: Family) {
	/**
	 * The platform calls the subject userId in both families (docs/platform/interface.md,
	 * "Permissions").
	 */
	const changes = rows('Who gets which permissions on which workspace; done in this order', {
		userId: subject(),
		workspaceId: workspaceField(),
		permissions: rightsField('Permissions on the workspace'),
	}).min(1);
	const common = {
		permissions: MANAGE,
		destructive: true,
		body: wholeBody('permissions', changes),
		settings: batchSettings('rows', 100),
		rules: [noRowTwice('permissions', ['userId', 'workspaceId'])],
		answers: nothing(),
		messages: BATCH_MESSAGES,
		perform: inBatches(['userId', 'workspaceId'], 'permission'),
	};
	return {
		createMany: operation(`POST ${all}/batch`, {
			...common,
			name: `Create Many for ${inTitle(plural)}`,
			action: `Create workspace permissions of many ${plural}`,
			description: `Give many ${plural} permissions on workspaces where they have none yet`,
		}),
		updateMany: operation(`PUT ${all}/batch`, {
			...common,
			name: `Update Many for ${inTitle(plural)}`,
			action: `Update workspace permissions of many ${plural}`,
			description: `Replace the permissions of many ${plural} on workspaces where they have some`,
		}),
	};
}

/**
 * An empty list means "all" for the platform, so it is only sent if the user turned on a switch.
 */
const listUnlessAll = (field: string, allSwitch: string): Rule => ({
	field,
	says: `${field} is required unless ${allSwitch} is on`,
	caution: true,
	finding: (values) =>
		values[field] === undefined && values[allSwitch] !== true
			? `must not be empty, because Talend Cloud reads that as all. If you mean all, turn on {${allSwitch}}`
			: undefined,
});

/**
 * At least one of the lists must have entries. It is not documented what two empty lists mean, and
 * it could be everything.
 */
const someList = (field: string): Rule => ({
	field,
	says: `${field}, workspaceIds or both must be given`,
	finding: (values) =>
		values[field] === undefined && values.workspaceIds === undefined
			? 'is empty, and so is {workspaceIds}: give at least one of them'
			: undefined,
});

function deleteMany({ plural, many, subjects, all }: Family) {
	const titles = inTitle(plural);
	const allSubjects = `all${titles.replace(' ', '')}`;
	return operation(`DELETE ${all}/batch`, {
		name: `Delete Many for ${titles}`,
		action: `Delete workspace permissions of many ${plural}`,
		description: `Take away all permissions that the given ${plural} have on the given workspaces`,
		permissions: MANAGE,
		query: {
			[many]: subjects(`The ${plural} that lose their permissions`)
				.optional()
				.onTop()
				.shownWhen({ [allSubjects]: [false] }),
			workspaceIds: workspacesField('The workspaces on which they lose them')
				.optional()
				.onTop()
				.shownWhen({ allWorkspaces: [false] }),
		},
		settings: {
			[allSubjects]: boolean(
				`Whether all ${plural} lose their permissions on these workspaces, instead of a list of ${plural}`,
			)
				.confirms()
				.initial(false),
			allWorkspaces: boolean(
				`Whether these ${plural} lose their permissions on all workspaces of the account, instead of a list of workspaces`,
			)
				.confirms()
				.initial(false),
			...batchSettings('IDs of each list', 50),
		},
		rules: [
			listUnlessAll(many, allSubjects),
			listUnlessAll('workspaceIds', 'allWorkspaces'),
			someList(many),
		],
		answers: nothing(),
		destructive: true,
		messages: BATCH_MESSAGES,
		perform: deletedInBatches([many, 'workspaceIds']),
	});
}

const getMany = ({ noun, plural, one, subject, all }: Family) =>
	operation(`GET ${all}`, {
		name: `Get Many for ${inTitle(plural)}`,
		action: `Get workspace permissions of many ${plural}`,
		description: `List the permissions of ${plural} on workspaces`,
		permissions: MANAGE,
		query: {
			environmentId: environmentField(
				'Only permissions on workspaces of this environment',
			).optional(),
			workspaceId: workspaceField('Only permissions on this workspace').optional(),
			[one]: subject(`Only permissions of this ${noun}`).optional(),
		},
		pages: allAtOnce,
		answers: records('A.Permission'),
	});

export const users = permissionOperations({
	noun: 'user',
	plural: 'users',
	one: 'userId',
	many: 'userIds',
	subject: userField,
	subjects: (description) => listOf(userPicker, 'loadUsers', description),
	single: '/security/workspaces/{workspaceId}/users/{userId}/permissions',
	all: '/security/permissions',
});

export const serviceAccounts = permissionOperations({
	noun: 'service account',
	plural: 'service accounts',
	one: 'serviceAccountId',
	many: 'serviceAccountIds',
	subject: serviceAccountField,
	subjects: (description) => listOf(serviceAccountPicker, 'loadServiceAccounts', description),
	single: '/security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions',
	all: '/security/service-accounts/permissions',
});
