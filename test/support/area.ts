/** Running the operations of one node against a platform, as a test wants it: shortly. */
import type { IDataObject } from 'n8n-workflow';

import type { Logged } from '../../emulator';
import type { NodeResult, NodeRun } from './engine';
import type { Platform } from './platform';

export interface Area {
	/** Runs an operation. */
	run: (resource: string, operation: string, parameters?: IDataObject, more?: Partial<NodeRun>) => Promise<NodeResult>;
	/** Runs an operation that must succeed; returns its output. */
	done: (resource: string, operation: string, parameters?: IDataObject, more?: Partial<NodeRun>) => Promise<IDataObject[]>;
	/** The requests of an operation ("GET /scim/v2/Users") since the log was last emptied. */
	requests: (operation: string) => Logged[];
	/** Runs an operation with input that must be refused, in these words, before anything is sent. */
	refused: (resource: string, operation: string, parameters: IDataObject, message: string | RegExp) => Promise<void>;
}

/** The operations of a node; the platform may start later. */
export function areaOf(node: string, platform: () => Platform): Area {
	const run: Area['run'] = async (...given) => await platform().run(node, ...given);
	return {
		run,
		done: async (...given) => {
			const { error, items } = await run(...given);
			if (error) throw new Error(`${error.message}: ${error.description}`);
			return items.map(({ json }) => json);
		},
		requests: (operation) => platform().emulator.log.filter((request) => request.operation === operation),
		refused: async (resource, operation, parameters, message) => {
			platform().forget();
			const { error, items } = await run(resource, operation, parameters);
			if (typeof message === 'string') expect(error!.message).toBe(message);
			else expect(error!.message).toMatch(message);
			expect(error!.name).toBe('NodeOperationError');
			expect(error!.description).toMatch(/^Nothing was sent\. Change the field "/);
			expect(items).toEqual([]);
			expect(platform().emulator.log).toEqual([]);
		},
	};
}
