/**
 * What the build generates from the declarations: pages for people, the index of operations,
 * OpenAPI.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { REGIONS } from '../../credentials/values/regions';
import { bodyFields, isWholeBody } from '../../nodes/shared/declare/derived/operationParts';
import { type Fields, nameOnWire } from '../../nodes/shared/declare/fields';
import { projectFolder, readProject } from '../../platform/data';
import { everyOperation, type OperationInNode } from '../../platform/operations';
import { applicationsPage } from './applications';
import { causesPage } from './causes';
import { coveragePage } from './coverage';
import { withNumbers } from './numbers';
import { openApi } from './openapi';
import { referencePages } from './pages';
import { permissionsPage } from './permissions';

const wireNames = (fields: Fields = {}): string[] =>
	Object.entries(fields).map(([name, field]) => nameOnWire(name, field));

/** One entry of the index that is compared with the descriptions of the platform. */
function indexEntry({ area, resource, value, operation }: OperationInNode): object {
	const place = { node: area, resource: resource.value, operation: value };
	if (operation.kind === 'flow')
		return {
			...place,
			method: null,
			path: null,
			query: [],
			body: null,
			extra: true,
			note: 'several requests in one operation',
		};
	const whole = operation.body !== undefined && isWholeBody(operation.body);
	const body =
		operation.body === undefined || whole
			? null
			: [
					...new Set([
						...Object.keys(operation.constants ?? {}),
						...wireNames(bodyFields(operation)),
					]),
				];
	return {
		...place,
		method: operation.method,
		path: operation.endpoint,
		query: wireNames(operation.query),
		body,
		...(operation.variant ? { variant: operation.variant } : {}),
		...(operation.origin ? { extra: true, note: operation.origin } : {}),
	};
}

const { version } = readProject<{ version: string }>('package.json');

/** The requests of all operations, with the addresses of all regions. */
export const openApiDocument = (): object =>
	openApi(
		version,
		REGIONS.map(({ name, value }) => ({
			url: `https://api.${value}.cloud.talend.com`,
			description: name,
		})),
	);

/**
 * All generated files, by their path below docs; also the README, of which only the numbers are
 * generated.
 */
export function generatedFiles(): Map<string, string> {
	return new Map([
		[
			'reference/operations.json',
			`${JSON.stringify(everyOperation.map(indexEntry), null, '\t')}\n`,
		],
		...[...referencePages()].map(([path, text]): [string, string] => [`reference/${path}`, text]),
		['platform/openapi.json', `${JSON.stringify(openApiDocument(), null, 1)}\n`],
		['reference/processing/causes.md', causesPage()],
		['platform/permissions.md', permissionsPage()],
		['platform/interface-coverage.md', coveragePage()],
		['platform/applications.md', applicationsPage()],
		['../README.md', withNumbers(readFileSync(join(projectFolder, 'README.md'), 'utf8'))],
	]);
}
