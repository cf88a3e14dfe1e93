/** The sources of operations that the interface documents do not show, for their `origin`. */
export const FROM_VENDOR = "from the vendor's public OpenAPI files";
export const FROM_HELP = "from the vendor's help pages";
export const FROM_DEFINITION = "from the vendor's definition of the API Designer management API";
export const FROM_SOURCE =
	"from the vendor's public source code, whose programs read the service this way";
export const FROM_INTEGRATOR =
	'seen by an integrator on the real service; the vendor does not describe it';

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
 * Whether an endpoint is in none of the vendor's OpenAPI files, so that it may not exist in every
 * account.
 */
export const isUnpublished = (endpoint: string): boolean =>
	ONLY_DOCUMENTED.some((own) => endpoint === own || endpoint.startsWith(`${own}/`));
