/** What the description of a field tells a model about what else is lost. */
import { NodeHelpers } from 'n8n-workflow';

import { nodeTypes } from '../../support/engine';

test.each([
	{
		area: 'Orchestration',
		resource: 'environment',
		operation: 'delete',
		reported: 'Delete an environment with all its contents',
	},
	{
		area: 'Orchestration',
		resource: 'workspace',
		operation: 'delete',
		reported: 'Delete a workspace with all its contents',
	},
	{
		area: 'Orchestration',
		resource: 'artifact',
		operation: 'delete',
		reported: 'Delete an artifact with all its versions',
	},
	{
		area: 'Orchestration',
		resource: 'task',
		operation: 'delete',
		reported: 'Delete a task with its schedule',
	},
	{
		area: 'Orchestration',
		resource: 'task',
		operation: 'replace',
		reported: 'Replace a task as a whole',
	},
	{
		area: 'Engines',
		resource: 'dynamicEngine',
		operation: 'delete',
		reported: 'Delete a dynamic engine with everything that belongs to it',
	},
	{
		area: 'Engines',
		resource: 'dataPlane',
		operation: 'delete',
		reported: 'Delete a data plane with the cluster created for it',
	},
	{
		area: 'Catalog',
		resource: 'customAttribute',
		operation: 'delete',
		reported: 'Delete a custom attribute with all its values',
	},
	{
		area: 'Catalog',
		resource: 'sharing',
		operation: 'replace',
		reported: 'Replace all access to an object',
	},
	{
		area: 'Orchestration',
		resource: 'runConfiguration',
		operation: 'setTaskRunConfig',
		reported: 'Set the whole run configuration of a task',
	},
	{
		area: 'Orchestration',
		resource: 'runConfiguration',
		operation: 'setDynamicEngineRunConfig',
		reported: 'Set the whole dynamic engine configuration of a task',
	},
	{
		area: 'Orchestration',
		resource: 'runConfiguration',
		operation: 'setPlanRunConfig',
		reported: 'Set the whole run configuration of a plan',
	},
	{
		area: 'Orchestration',
		resource: 'schedule',
		operation: 'bindToTask',
		reported: 'Bind a schedule to a task in place of its trigger',
	},
	{
		area: 'Orchestration',
		resource: 'plan',
		operation: 'update',
		reported: 'Update a plan as a whole',
	},
	{
		area: 'Catalog',
		resource: 'fieldDescription',
		operation: 'setMany',
		reported: 'Set many field descriptions and overwrite existing ones',
	},
	{
		area: 'Account',
		resource: 'user',
		operation: 'update',
		reported: 'Update a user or replace all roles',
	},
	{
		area: 'Account',
		resource: 'serviceAccount',
		operation: 'update',
		reported: 'Update a service account or replace its permissions',
	},
	{
		area: 'Account',
		resource: 'role',
		operation: 'update',
		reported: 'Update a role or replace its permissions',
	},
	{
		area: 'Account',
		resource: 'user',
		operation: 'setRoles',
		reported: 'Set all roles of a user and revoke others',
	},
	{
		area: 'Account',
		resource: 'group',
		operation: 'setMembers',
		reported: 'Set all members of a group and remove others',
	},
	{
		area: 'Account',
		resource: 'workspacePermission',
		operation: 'setForUser',
		reported: 'Set all permissions of a user on a workspace',
	},
	{
		area: 'SCIM',
		resource: 'group',
		operation: 'replace',
		reported: 'Replace the name or all members of a group',
	},
	{
		area: 'SCIM',
		resource: 'role',
		operation: 'replace',
		reported: 'Replace the name or all permissions of a role',
	},
	{
		area: 'Security',
		resource: 'ipAllowlist',
		operation: 'update',
		reported: 'Update the IP allowlist or replace its addresses',
	},
	{
		area: 'Security',
		resource: 'ipAllowlist',
		operation: 'delete',
		reported: 'Delete the IP allowlist with all its addresses',
	},
	{
		area: 'Processing',
		resource: 'promotionExecution',
		operation: 'promoteAndWait',
		reported: 'Run a promotion irreversibly and wait until it finishes',
	},
	{
		area: 'Processing',
		resource: 'promotionExecution',
		operation: 'start',
		reported: 'Start a promotion irreversibly',
	},
])(
	'the description for the model says what else is lost: $area, $resource, $operation',
	({ area, resource, operation, reported }) => {
		const type = nodeTypes[area]!;
		const parameters = { descriptionType: 'auto', resource, operation };
		expect(
			NodeHelpers.getToolDescriptionForNode(
				{
					id: 'n',
					name: 'N',
					type: `${type.description.name}Tool`,
					typeVersion: 1,
					position: [0, 0],
					parameters,
				},
				type,
			),
		).toBe(`${reported} in ${type.description.defaults.name}`);
	},
);
