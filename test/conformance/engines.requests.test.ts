import { describeRequests } from '../support/conformance';
import { startPlatform, type Platform } from '../support/platform';

let platform: Platform;
beforeAll(async () => {
	platform = await startPlatform();
});
afterAll(async () => await platform.close());

/** With both given nothing has to be read before. */
const whole = { base: { name: 'europe-west', description: 'Runs what must stay in Europe' } };

describeRequests('Engines', () => platform, { 'dynamicEngine.update': whole, 'dataPlane.update': whole });
