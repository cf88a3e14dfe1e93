/** The platform of the tests about API definitions, and definitions to send to it. */
import { apiDefinitions } from '../../../emulator/areas/designer/designerStore';
import { areaOf } from '../../support/area';
import { platformForAll } from '../../support/platform';

export const platform = platformForAll({ keepAnswers: true });
export const state = () => platform.emulator.state;
export const { run, succeed, requests, expectRefused } = areaOf('Designer', () => platform);
export const RAML = '#%RAML 1.0\ntitle: Stock API\nversion: v1\n/stock:\n  get:\n';
export const OPENAPI_YAML =
	'openapi: "3.0.1"\ninfo:\n  title: Returns API\n  version: 1.2.0\npaths:\n  /returns: {}\n';

/** The IDs of all API definitions. */
export const ids = () => apiDefinitions.all(state()).map(({ id }) => id);
export const CREATE = 'POST /api/v1/api-definitions';

/** Input with a file. */
export const withFile = (bytes: Uint8Array | string, fileName: string) => ({
	items: [
		{
			json: {},
			binary: {
				data: {
					data: Buffer.from(bytes).toString('base64'),
					fileName,
					mimeType: 'application/octet-stream',
				},
			},
		},
	],
});
