/** Wrong settings whose messages look like a network failure or a wrong value. */
import type { Recognized } from './recognized';
import { JAVA, MYSQL, STORES, STUDIO } from './sources';

export const MISLEADING_SETTINGS: readonly Recognized[] = [
	{
		cause: 'configuration',
		what: 'A wrong setting that shows as a failure of the network or of a value',
		source: `${JAVA}; ${MYSQL}; ${STORES}; ${STUDIO}`,
		phrases: [
			'trustanchors parameter must be non-empty',
			'unconfigured table',
			'public key retrieval is not allowed',
			'InvalidQueryException',
			'WrongArgumentException',
			'unable to parse range',
			'aadsts<90002|500011>',
			'required field … is unset',
			'cannot convert host to uri',
			'pars<e|ing> <|the ><|connection |schedule ><url|uri|port|string|configuration|expression|query|sql|statement>',
			'job compile errors',
			'has a compile errors',
			'has not been defined or loaded from context',
			'inequivalent arg',
			'null value will be used for context parameter',
			'context parameter … is not',
			'tContextLoad … NumberFormatException',
			'unresolved compilation problem',
			'zip file is empty: … .jar',
		],
	},
];
