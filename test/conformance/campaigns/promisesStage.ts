/**
 * The emulated platform of the test that is running, for the promises of the engine.
 */
import { processingOf } from '../../../emulator/areas/processing/records';
import { type Platform, startPlatform } from '../../support/platform';

/** The platform of the test that is running, once `start` has started it. */
export let platform: Platform | undefined;

afterEach(async () => {
	await platform?.close();
	platform = undefined;
});

export const start = async (...options: Parameters<typeof startPlatform>) =>
	(platform = await startPlatform(...options));

/** This many items, each with its index. */
export const items = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ json: { index } }));

/** How many requests of an operation reached the platform. */
export const requestCount = (operation: string) =>
	platform!.emulator.log.filter((request) => request.operation === operation).length;

export const TOKEN = 'POST /security/oauth/token';

export const GET = 'GET /processing/executions/{executionId}';

/** The ID of an execution of the demo. */
export const anExecution = () => [...processingOf(platform!.emulator.state).tasks.keys()][0]!;
