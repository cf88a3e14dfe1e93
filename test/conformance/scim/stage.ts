/**
 * The platform of the tests about SCIM, and its names: each file that imports this starts its own.
 */
import type { IDataObject } from 'n8n-workflow';

import { areaOf } from '../../support/area';
import { ask as askOf } from '../../support/ask';
import { platformForAll } from '../../support/platform';

export const platform = platformForAll({ keepAnswers: true });

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';

export const state = () => platform.emulator.state;
export const ask = async (
	endpoint: `${string} /${string}`,
	body?: unknown,
	headers?: Record<string, string>,
) => await askOf(platform, endpoint, body, headers);
export const { run, succeed, requests, expectRefused } = areaOf('SCIM', () => platform);
export const sentBody = (operation: string) =>
	JSON.parse(requests(operation).at(-1)!.body) as IDataObject;
export const userNames = (users: IDataObject[]) => users.map(({ userName }) => userName);

export const newUser = (userName: string, more: IDataObject = {}) => ({
	userName,
	name: { givenName: 'Noa', familyName: 'Levi' },
	...more,
});
