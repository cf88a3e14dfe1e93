import { getArtifact, isServiceType } from '../../../records/tasks/artifacts';
import { getTask } from '../../../records/tasks/tasks';
import type { OperationContext } from '../../../shared/declare/operation';
import { idText, isObject } from '../../../shared/support/json';

/** Whether the artifact of a task is a route or data service; unknown if it cannot be read. */
export async function isService(
	op: OperationContext,
	taskId: string,
): Promise<boolean | undefined> {
	try {
		const { artifact } = await op.readRecord(getTask, { taskId });
		const artifactId = isObject(artifact) ? idText(artifact.id) : undefined;
		return artifactId === undefined
			? undefined
			: isServiceType((await op.readRecord(getArtifact, { artifactId })).type);
	} catch {
		op.signal.throwIfAborted();
		return undefined;
	}
}
