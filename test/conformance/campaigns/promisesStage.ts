/**
 * The emulated platform of the test that is running, for the promises of the engine.
 */
import { processingOf } from '../../../emulator/areas/processing/processingStore';
import { type Platform, startPlatform } from '../../support/platform';

let started: Platform | undefined;

afterEach(async () => {
	await started?.close();
	started = undefined;
});

/** Starts the platform of the test that is running. */
export const start = async (...options: Parameters<typeof startPlatform>) =>
	(started = await startPlatform(...options));

/** The platform of the test that is running, which `start` has started. */
export function platform(): Platform {
	if (!started) throw new Error('This test has not started a platform: `start` does');
	return started;
}

/** This many items, each with its index. */
export const items = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ json: { index } }));

/** How many requests of an operation reached the platform. */
export const requestCount = (operation: string) =>
	platform().emulator.log.filter((request) => request.operation === operation).length;

export const TOKEN = 'POST /security/oauth/token';

export const GET = 'GET /processing/executions/{executionId}';

/** The ID of an execution of the demo. */
export const anExecution = () => [...processingOf(platform().emulator.state).tasks.keys()][0]!;
