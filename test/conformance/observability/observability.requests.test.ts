import { describeRequests } from '../../support/conformance';
import { platformForAll, through } from '../../support/platform';

const platform = platformForAll();

describe.each(['workflow', 'tool'] as const)('requests in a %s', (entryPoint) =>
	describeRequests('Observability', () => through(platform, entryPoint), {}, entryPoint),
);
