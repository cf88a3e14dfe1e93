/** What the tests about entry points share. */
import { processingOf } from '../../../emulator/areas/processing/processingStore';
import { platformForEach } from '../../support/platform';

export const platform = platformForEach();
export const anExecution = () => [...processingOf(platform.emulator.state).tasks.keys()][0]!;
export const items = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ json: { index } }));
export const entryPoints = ['workflow', 'tool'] as const;
