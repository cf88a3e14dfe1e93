/** The sources of operations that the interface documents do not show, for their `origin`. */
export const FROM_VENDOR = "Talend's public OpenAPI files";
export const FROM_HELP = "Talend's help pages";
export const FROM_DEFINITION = "Talend's definition of the API Designer management API";
export const FROM_SOURCE = "Talend's public source code, which uses the service in this way";
export const FROM_INTEGRATOR =
	'an integrator who uses the real service; Talend does not document this request';

/**
 * What only the interface documents describe: data planes with their environments, and the runtime
 * of cloud engines (for which they give no path).
 */
const ONLY_DOCUMENTED = [
	'/processing/data-planes',
	'/orchestration/dataplane-environments',
	'{path}',
];

/**
 * Whether an endpoint is in none of Talend's OpenAPI files, so that it may not exist in every
 * account.
 */
export const isUnpublished = (endpoint: string): boolean =>
	ONLY_DOCUMENTED.some((own) => endpoint === own || endpoint.startsWith(`${own}/`));
