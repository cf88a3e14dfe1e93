import type { Step } from '../../transport/pipeline';
import type { ItemContext } from '../context/itemContext';

/** Lets no other request write to the record meanwhile. */
export const lockRecord =
	({ locks }: { locks: Pick<ItemContext['locks'], 'withRecordLock'> }): Step =>
	async (request, next) =>
		await locks.withRecordLock(
			request.operation,
			request.input.path,
			async () => await next(request),
		);
