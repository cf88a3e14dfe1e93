import type { Step } from '../../transport/pipeline';
import type { ItemLocks } from '../locks/itemLocks';

/** Lets no other request write to the same record at the same time. */
export const lockRecord =
	({ locks }: { locks: Pick<ItemLocks, 'withRecordLock'> }): Step =>
	async (request, next) =>
		await locks.withRecordLock(
			request.operation,
			request.input.path,
			async () => await next(request),
		);
