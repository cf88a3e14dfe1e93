/** Codes of IBM MQ and of HTTP. */
import type { Recognized } from './recognized';
import { DIRECTORIES, HTTP } from './sources';

export const MQ_AND_HTTP_CODES: readonly Recognized[] = [
	{
		cause: 'permission',
		what: 'IBM MQ: not authorized',
		source: DIRECTORIES,
		codes: { 'IBM MQ': [2035, 2063] },
	},
	{
		cause: 'configuration',
		what: 'IBM MQ: a name is wrong',
		source: DIRECTORIES,
		codes: { 'IBM MQ': [2058, 2085, 2086, 2087, 2092, 2298] },
	},
	{
		cause: 'network',
		what: 'IBM MQ: the queue manager cannot be reached',
		source: DIRECTORIES,
		codes: { 'IBM MQ': [2009, 2059, 2161, 2162, 2202, 2203, 2537, 2538, 2539] },
	},
	{
		cause: 'permission',
		what: 'HTTP: unauthorized, forbidden',
		source: HTTP,
		codes: { HTTP: [401, 403] },
	},
	{
		cause: 'configuration',
		what: 'HTTP: the address or the method is wrong',
		source: HTTP,
		codes: { HTTP: [404, 405, 410, 415] },
	},
	{
		cause: 'network',
		what: 'HTTP: a gateway, a timeout, or a service that is not available',
		source: HTTP,
		codes: { HTTP: [408, 502, 503, 504] },
	},
];
