/**
 * The platform of the tests about remote engines, their clusters and pipeline engines: each test
 * begins with a new account.
 */
import { clusters, remoteEngines } from '../../../emulator/areas/engines/runtimes';
import { orchestrationOf } from '../../../emulator/areas/orchestration/orchestrationStore';
import { areaOf } from '../../support/area';
import { byId, environmentNamed } from '../../support/demo';
import { platformForAll } from '../../support/platform';

export const platform = platformForAll({ keepAnswers: true });

beforeEach(() => {
	platform.clearLog();
	platform.emulator.resetAccount();
});

export const state = () => platform.emulator.state;
export const { run, succeed, requests, expectRefused } = areaOf('Engines', () => platform);

/** The environment Production and one of its workspaces, as parameters. */
export const environment = () => byId(environmentNamed(state(), 'Production').id);
export const workspace = () =>
	byId(
		[...orchestrationOf(state()).workspaces.values()].find(
			({ environmentId }) => environmentId === environmentNamed(state(), 'Production').id,
		)!.id,
	);

export const engineNamed = (name: string) =>
	remoteEngines.all(state()).find((each) => each.name === name)!;

/** The ID of the first cluster of remote engines. */
export const clusterId = () => clusters.all(state())[0]!.id;
export const passMinutes = (count: number) => platform.emulator.clock.advance(count * 60_000);

/** The body of the last of these requests. */
export const bodyOf = (operation: string): unknown => JSON.parse(requests(operation).at(-1)!.body);
