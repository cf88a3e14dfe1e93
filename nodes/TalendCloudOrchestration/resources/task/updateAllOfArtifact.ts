/** *Update All of an Artifact*: gives all tasks of an artifact another version. */
import type { IDataObject } from 'n8n-workflow';

import { artifactField, getArtifact } from '../../../records/tasks/artifacts';
import { getManyTasks, getTask } from '../../../records/tasks/tasks';
import { record } from '../../../shared/declare/answers';
import { flow, withoutRefusals } from '../../../shared/declare/define';
import { boolean } from '../../../shared/declare/fields';
import { aboutFields, hint, problem } from '../../../shared/declare/messages';
import type { OperationContext } from '../../../shared/declare/operation';
import { idOf } from '../../../shared/flows/findByName';
import { applyChangesField, NOT_APPLIED_YET } from '../../../shared/flows/preview';
import { resultsInWords } from '../../../shared/flows/resultsInWords';
import { isSameId, objectIn, withoutEmptyValues } from '../../../shared/support/json';
import { VERSION_MESSAGES, versionField, wholeVersion } from '../../artifactVersions';
import {
	getDynamicEngineRunConfig,
	setDynamicEngineRunConfig,
} from '../runConfiguration/dynamicEngineRequests';
import { getTaskRunConfig, setTaskRunConfig } from '../runConfiguration/requests';
import { update } from './requests';

const NO_USING_TASK = hint('None of the tasks that you can access uses artifact {artifactId}.');

const NOT_ALL_UPDATED = problem(
	'{count} of {total} tasks could not be updated',
	'{reasons} {done}Correct these, then run it again: what is up to date stays as it is.',
);

export const updateAllOfArtifact = flow({
	destructive: true,
	name: 'Update All by Artifact',
	action: 'Update all tasks that use an artifact to one of its versions',
	description:
		'Move all tasks of an artifact to one of its versions and keep their run configurations; only shows what would change until Apply Changes is on',
	fields: {
		artifactId: artifactField('The artifact whose tasks are updated'),
		version: versionField(
			'The version that the tasks are moved to; without its timestamp, the newest of that version',
		),
	},
	settings: {
		apply: applyChangesField('update the tasks'),
		failOnRefused: boolean(
			'Whether the node fails when tasks are not updated; when off, such tasks are returned as items with the reason',
		)
			.label('Fail When a Task Is Not Updated')
			.initial(true),
	},
	uses: [
		getArtifact,
		getManyTasks,
		getTask,
		update,
		withoutRefusals(getTaskRunConfig, 404),
		setTaskRunConfig,
		withoutRefusals(getDynamicEngineRunConfig, 404),
		setDynamicEngineRunConfig,
	],
	messages: [
		...aboutFields(['Version'], VERSION_MESSAGES),
		NO_USING_TASK,
		NOT_ALL_UPDATED,
		NOT_APPLIED_YET,
	],
	answers: record(undefined),
	lockKey: ({ artifactId }) => `tasks of artifact ${artifactId}`,
	run: async (op, { artifactId, version: newVersion, apply, failOnRefused }) => {
		const version = await wholeVersion(op, artifactId, newVersion, 'version');
		const results: IDataObject[] = [];
		for (const listed of await op.list(getManyTasks, { artifactId })) {
			const result = await updateOne(op, listed, { id: artifactId, version }, apply);
			if (result) results.push(result);
		}
		const refused = results.filter(({ result }) => result === 'notUpdated');
		if (refused.length > 0 && failOnRefused) throw notAllUpdated(op, results, refused);
		if (results.length === 0) op.hint(NO_USING_TASK, { artifactId });
		if (results.some(({ result }) => result === 'wouldUpdate')) op.hint(NOT_APPLIED_YET);
		return results.map((json) => ({ json }));
	},
});

/**
 * Updates a task to a version of its artifact.
 * @returns what became of it; undefined if it has another artifact
 */
async function updateOne(
	op: OperationContext,
	listed: IDataObject,
	artifact: { id: string; version: string },
	apply: boolean,
): Promise<IDataObject | undefined> {
	const notUpdated = (taskFields: IDataObject) => (error: unknown) => {
		op.signal.throwIfAborted();
		return { ...taskFields, result: 'notUpdated', reason: (error as Error).message };
	};
	const taskId = idOf(listed);
	let present: IDataObject;
	try {
		present = await op.readRecord(getTask, { taskId });
	} catch (error) {
		return notUpdated({ taskId, taskName: listed.name })(error);
	}
	const { id: presentId, version: presentVersion } = objectIn(present.artifact);
	// The ID is compared again, in case the platform ignores the filter of the list.
	if (!isSameId(presentId, artifact.id)) return undefined;
	const workspace = objectIn(present.workspace);
	const taskFields = withoutEmptyValues({
		taskId,
		taskName: present.name,
		workspaceId: workspace.id,
		workspaceName: workspace.name,
		from: presentVersion,
		to: artifact.version,
	});
	if (presentVersion === artifact.version) return { ...taskFields, result: 'upToDate' };
	if (!apply) return { ...taskFields, result: 'wouldUpdate' };
	return await op
		.update(update, { taskId, artifact: { id: presentId, version: artifact.version } })
		.then(() => ({ ...taskFields, result: 'updated' }), notUpdated(taskFields));
}

function notAllUpdated(
	op: OperationContext<typeof NOT_ALL_UPDATED>,
	results: readonly IDataObject[],
	refused: readonly IDataObject[],
): Error {
	const lines = refused.map(
		({ taskName, taskId, reason }) => `${String(taskName)} (${String(taskId)}): ${String(reason)}`,
	);
	const [values, allReasons] = resultsInWords(results, lines, 'updated', 'taskName');
	return op.problem(NOT_ALL_UPDATED, values, allReasons);
}
