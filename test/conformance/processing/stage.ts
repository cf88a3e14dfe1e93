/**
 * The platform of the tests about the operations of Processing, and its names: each file that
 * imports this starts its own.
 */
import { areaOf } from '../../support/area';
import { platformForAll } from '../../support/platform';

export const platform = platformForAll({ keepAnswers: true });

export const state = () => platform.emulator.state;
export const { run, succeed, requestCount } = areaOf('Processing', () => platform);

export const GOOD =
	/^Load customers \(Finance, Production\) succeeded at \d\d:\d\d: 1,200 rows in 3 s$/;
