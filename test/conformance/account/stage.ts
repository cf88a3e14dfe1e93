/**
 * The platform of the tests about Administration, and its names: each file that imports this starts
 * its own.
 */
import { PERMISSIONS } from '../../../emulator/areas/account/accountStore';
import { areaOf } from '../../support/area';
import { ask as askOf } from '../../support/ask';
import { platformForAll } from '../../support/platform';

export const platform = platformForAll({ keepAnswers: true });

export const state = () => platform.emulator.state;
export const ask = async (
	endpoint: `${string} /${string}`,
	body?: unknown,
	headers?: Record<string, string>,
) => await askOf(platform, endpoint, body, headers);
/** Each test starts with a new account. */
beforeEach(() => {
	platform.clearLog();
	platform.emulator.resetAccount();
});

export const { run, succeed, requests, expectRefused } = areaOf('Account', () => platform);

/** A service account that may do everything, created by a request to the platform itself. */
export async function newAccount(
	name: string,
	permissions: string[] = PERMISSIONS,
): Promise<{ id: string; secret: string }> {
	const { body } = await ask('POST /account/service-accounts', { name, permissions });
	return body as { id: string; secret: string };
}

export const expectRequestRefused = async (path: `/${string}`) => {
	expect(await ask(`GET ${path}`)).toMatchObject({
		status: 400,
		body: { status: 400, message: expect.any(String) as string },
	});
};
