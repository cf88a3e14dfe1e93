/** The platform of the tests about Talend Cloud Security: each test begins with a new account. */
import { areaOf } from '../../support/area';
import { platformForAll } from '../../support/platform';

export const platform = platformForAll({ keepAnswers: true });

export const state = () => platform.emulator.state;

/** What one test changes, no other sees. */
beforeEach(() => {
	platform.clearLog();
	platform.emulator.resetAccount();
});

export const { run, succeed, requests, expectRefused } = areaOf('Security', () => platform);
