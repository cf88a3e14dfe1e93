/** The choice of what a promotion contains. Analysis and execution have different names for it. */
import type { IDataObject } from 'n8n-workflow';

import { workspaceField } from '../../../records/places/workspaces';
import { artifactField } from '../../../records/tasks/artifacts';
import { planField } from '../../../records/tasks/plans';
import { taskField } from '../../../records/tasks/tasks';
import { boolean, choice, text } from '../../../shared/declare/fields';

const shownForScope = (type: string) => ({ scope: [type] });

/** The settings that choose the whole environment, or one object in it. */
export const scopeSettings = {
	scope: choice('Scope of the promotion', [
		{ value: 'ENVIRONMENT', name: 'Whole Environment' },
		{ value: 'WORKSPACE', name: 'Workspace' },
		{ value: 'PLAN', name: 'Plan' },
		{ value: 'FLOW', name: 'Task' },
		{ value: 'ACTION', name: 'Artifact' },
	]).initial('ENVIRONMENT'),
	workspaceId: workspaceField('The workspace of the source environment').shownWhen(
		shownForScope('WORKSPACE'),
	),
	planId: planField('The plan of the source environment').shownWhen(shownForScope('PLAN')),
	taskId: taskField('The task of the source environment').shownWhen(shownForScope('FLOW')),
	artifactId: artifactField('The artifact of the source environment').shownWhen(
		shownForScope('ACTION'),
	),
};

export const keepSettings = {
	keepTargetRunProfiles: boolean(
		'Whether the run profiles of the target stay as they are; otherwise they are overwritten',
	)
		.byDefault(false)
		.optional(),
	keepTargetResources: boolean(
		'Whether the resources of the target stay as they are; otherwise they are overwritten',
	)
		.byDefault(false)
		.optional(),
	context: text('Reason, for the audit log')
		.label('Reason')
		.maxLength(255)
		.eg('Release 12')
		.optional(),
};

/** The scope for a request; undefined for the whole environment. */
export function scopeOf({
	scope,
	workspaceId,
	planId,
	taskId,
	artifactId,
}: IDataObject): { type: string; id: string } | undefined {
	const id = workspaceId ?? planId ?? taskId ?? artifactId;
	return id === undefined || scope === 'ENVIRONMENT'
		? undefined
		: { type: String(scope), id: String(id) };
}
