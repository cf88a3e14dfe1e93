/**
 * What is recognized in the texts of failed executions: phrases and codes of drivers, Java, engines
 * and services, as data, one file for each family. docs/reference/processing/causes.md is generated
 * from it; `test/unit/TalendCloudProcessing/explain/cause.test.ts` measures it on published error
 * texts.
 */
import { CONFIGURATION_TEXTS } from './configurationTexts';
import { DATABASE_CODES } from './databaseCodes';
import { DATA_TEXTS } from './dataTexts';
import { ENGINE_TEXTS } from './engineTexts';
import { MISLEADING_SETTINGS } from './misleadingSettings';
import { MQ_AND_HTTP_CODES } from './mqAndHttpCodes';
import { FAILED_CONNECTIONS, NETWORK_TEXTS } from './networkTexts';
import { PERMISSION_TEXTS } from './permissionTexts';
import type { Recognized } from './recognized';
import { SEVERAL_CAUSES } from './severalCauses';
import { TLS } from './tls';

export { type Cause, type CodeFamily, CODES, type Recognized } from './recognized';

/**
 * The rules are tried from top to bottom: first texts that can have several causes, then codes and
 * phrases. A failed connection often contains a refused login, and a failed statement contains a
 * value that does not fit. So the more specific rules come first.
 */
export const RECOGNIZED: readonly Recognized[] = [
	...SEVERAL_CAUSES,
	...DATABASE_CODES,
	...MQ_AND_HTTP_CODES,
	...MISLEADING_SETTINGS,
	...TLS,
	...PERMISSION_TEXTS,
	...ENGINE_TEXTS,
	...NETWORK_TEXTS,
	...DATA_TEXTS,
	...CONFIGURATION_TEXTS,
	...FAILED_CONNECTIONS,
];
