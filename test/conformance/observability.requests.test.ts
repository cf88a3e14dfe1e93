import { describeRequests } from '../support/conformance';
import { startPlatform, through, type Platform } from '../support/platform';

let platform: Platform;
beforeAll(async () => {
	platform = await startPlatform();
});
afterAll(async () => await platform.close());

describe.each(['workflow', 'tool'] as const)('in a %s', (entryPoint) => describeRequests('Observability', () => through(platform, entryPoint), {}, entryPoint));
