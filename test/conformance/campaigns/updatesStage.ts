/** The platform of the tests about updates: each test has one of its own. */
import type { IDataObject } from 'n8n-workflow';

import { platformForEach } from '../../support/platform';

export const platform = platformForEach();

export const state = () => platform.emulator.state;
export const writes = () =>
	platform.emulator.log.filter(
		({ method, path }) => method !== 'GET' && !path.startsWith('/security/oauth'),
	);
export const each = (...fields: IDataObject[]) => fields.map((json) => ({ json }));
