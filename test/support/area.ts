/** Concise helpers for tests that run the operations of one node against a platform. */
import type { IDataObject } from 'n8n-workflow';

import type { Logged } from '../../emulator';
import type { NodeResult, NodeRun } from './engine';
import type { Platform } from './platform';

/**
 * The rule that input broke, `"Name" is required`, from a refusal that must also say what to do: in
 * its message if something is missing, otherwise in its description.
 */
export function refusedWords(error: NodeResult['error']): string {
	const { message, description } = error!;
	const [, label, rule] =
		/^"(.+)" \([\w.[\]]+\) ((?:is required|needs at least one field).*)\. Nothing was (?:sent|changed in Talend Cloud)\.$/.exec(
			description ?? '',
		) ?? [];
	if (label === undefined) {
		expect(description).toMatch(/^Nothing was (sent|changed in Talend Cloud)\. Change the field "/);
		return message;
	}
	expect(message).toMatch(/^(Add|Choose|Enter|Turn) /);
	return `"${label}" ${rule}`;
}

/** The requests that may have changed something: neither reads, nor searches, nor sign-ins. */
export const writesIn = ({ emulator }: Platform): Logged[] =>
	emulator.log.filter(
		({ method, path }) =>
			method !== 'GET' && !path.endsWith('search') && !path.endsWith('/oauth/token'),
	);

export interface Area {
	/** Runs an operation. */
	run: (
		resource: string,
		operation: string,
		parameters?: IDataObject,
		more?: Partial<NodeRun>,
	) => Promise<NodeResult>;
	/** Runs an operation that must succeed; returns its output. */
	succeed: (
		resource: string,
		operation: string,
		parameters?: IDataObject,
		more?: Partial<NodeRun>,
	) => Promise<IDataObject[]>;
	/** The requests of an operation ("GET /scim/v2/Users") since the log was last emptied. */
	requests: (operation: string) => Logged[];
	/** How many of them there are. */
	requestCount: (operation: string) => number;
	/**
	 * Runs an operation with input that must be refused with this message before anything is sent.
	 */
	expectRefused: (
		resource: string,
		operation: string,
		parameters: IDataObject,
		message: string | RegExp,
		more?: Partial<NodeRun>,
	) => Promise<void>;
}

/** The operations of a node; the platform may start later. */
export function areaOf(node: string, platform: () => Platform): Area {
	const run: Area['run'] = async (...given) => await platform().run(node, ...given);
	const requests: Area['requests'] = (operation) =>
		platform().emulator.log.filter((request) => request.operation === operation);
	return {
		run,
		succeed: async (...given) => {
			const { error, items } = await run(...given);
			if (error) throw new Error(`${error.message}: ${error.description}`);
			return items.map(({ json }) => json);
		},
		requests,
		requestCount: (operation) => requests(operation).length,
		expectRefused: async (resource, operation, parameters, message, more) => {
			platform().clearLog();
			const { error, items } = await run(resource, operation, parameters, more);
			const words = refusedWords(error);
			if (typeof message === 'string') expect(words).toBe(message);
			else expect(words).toMatch(message);
			expect(error!.name).toBe('NodeOperationError');
			expect(items).toEqual([]);
			expect(error!.description).toContain('Nothing was sent.');
			expect(platform().emulator.log).toEqual([]);
		},
	};
}
