import type { Step } from '../../transport/pipeline';
import type { ItemContext } from '../item/itemContext';

/** Lets no other request write to the record meanwhile. */
export const lockRecord =
	({ turns }: { turns: Pick<ItemContext['turns'], 'atRecord'> }): Step =>
	async (request, next) =>
		await turns.atRecord(request.operation, request.input.path, async () => await next(request));
