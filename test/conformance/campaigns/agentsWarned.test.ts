/** The description of a tool says what its operation deletes or replaces. */
import { NodeHelpers } from 'n8n-workflow';

import { nodeTypes } from '../../support/engine';
import { allOperations } from '../../support/performing';

/** What the description says where more is lost than the name of the operation shows. */
const SAYING_MORE: Record<string, string> = {
	'Orchestration environment.delete': 'Delete an environment with all its contents',
	'Orchestration workspace.delete': 'Delete a workspace with all its contents',
	'Orchestration artifact.delete': 'Delete an artifact with all its versions',
	'Orchestration task.delete': 'Delete a task with its schedule',
	'Orchestration task.replace': 'Replace a task as a whole',
	'Engines dynamicEngine.delete': 'Delete a dynamic engine with everything that belongs to it',
	'Engines dataPlane.delete': 'Delete a data plane with the cluster created for it',
	'Catalog customAttribute.delete': 'Delete a custom attribute with all its values',
	'Catalog sharing.replace': 'Replace all access to an object',
	'Orchestration runConfiguration.setTaskRunConfig': 'Set the whole run configuration of a task',
	'Orchestration runConfiguration.setDynamicEngineRunConfig':
		'Set the whole dynamic engine configuration of a task',
	'Orchestration runConfiguration.setPlanRunConfig': 'Set the whole run configuration of a plan',
	'Orchestration schedule.bindToTask': 'Bind a schedule to a task in place of its trigger',
	'Orchestration plan.update': 'Update a plan as a whole',
	'Catalog fieldDescription.setMany': 'Set many field descriptions and overwrite existing ones',
	'Account user.update': 'Update a user or replace all roles',
	'Account serviceAccount.update': 'Update a service account or replace its permissions',
	'Account role.update': 'Update a role or replace its permissions',
	'Account user.setRoles': 'Set all roles of a user and revoke others',
	'Account group.setMembers': 'Set all members of a group and remove others',
	'Account workspacePermission.setForUser': 'Set all permissions of a user on a workspace',
	'SCIM group.replace': 'Replace the name or all members of a group',
	'SCIM role.replace': 'Replace the name or all permissions of a role',
	'Security ipAllowlist.update': 'Update the IP allowlist or replace its addresses',
	'Security ipAllowlist.delete': 'Delete the IP allowlist with all its addresses',
	'Processing promotionExecution.promoteAndWait':
		'Run a promotion irreversibly and wait until it finishes',
	'Processing promotionExecution.start': 'Start a promotion irreversibly',
};

/** What a model reads about the tool of an operation, without the name of the node. */
function descriptionOf(area: string, name: string): string {
	const type = nodeTypes[area]!;
	const [resource, operation] = name.split('.');
	const description = NodeHelpers.getToolDescriptionForNode(
		{
			id: 'n',
			name: 'N',
			type: `${type.description.name}Tool`,
			typeVersion: 1,
			position: [0, 0],
			parameters: { descriptionType: 'auto', resource, operation },
		},
		type,
	);
	const ofNode = ` in ${type.description.defaults.name}`;
	return description.endsWith(ofNode) ? description.slice(0, -ofNode.length) : description;
}

test.each(Object.entries(SAYING_MORE))('the tool of %s is described as "%s"', (title, words) => {
	const [area, name] = title.split(' ');
	expect(descriptionOf(area!, name!)).toBe(words);
});

test('the description of a tool that can destroy something is the action of its operation', () => {
	const destructive = allOperations.filter(({ operation }) => operation.destructive !== undefined);
	expect(destructive.length).toBeGreaterThan(40);
	expect(destructive.map(({ area, name }) => descriptionOf(area, name))).toEqual(
		destructive.map(({ operation }) => operation.action),
	);
});
