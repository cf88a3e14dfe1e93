import type { RequestOperation } from '../../nodes/shared/declare/operation';
import { handlers } from '../areas';
import { Refusal } from '../refusals';
import type { Caller } from '../state/caller';
import { type Emulated, requestFor } from './requestFor';
import { readRequest, type Route } from './router';

/**
 * The response of a list without required parameters, as if the owner of the account had requested
 * it. This does not count as a request: it is not logged, and no fault or limit applies.
 * @returns undefined if the platform refuses it
 */
export async function readList(
	emulator: Emulated,
	operation: RequestOperation,
	routes: readonly Route[],
): Promise<unknown> {
	const route = routes.find(({ operations }) => operations.includes(operation));
	const handler = route && handlers[route.key];
	if (!handler) return undefined;
	try {
		const checked = readRequest(
			route,
			{ path: {}, query: new URLSearchParams(), body: { text: '' } },
			emulator.clock.now(),
		);
		const [owner] = emulator.state.personalTokens.values();
		const caller: Caller = owner ?? {
			id: 'emulator',
			name: 'Emulator',
			type: 'HUMAN',
			permissions: [],
		};
		const { body } = await handler(
			requestFor(emulator, checked, { caller, headers: {}, origin: '' }),
		);
		return body;
	} catch (error) {
		if (error instanceof Refusal) return undefined;
		throw error;
	}
}
