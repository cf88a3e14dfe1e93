import { account } from './account';
import { audit, audited } from './audit';
import { catalog } from './catalog';
import { caughtUp, crawlers } from './crawlers';
import { dataPlanes } from './dataPlanes';
import { engineEnvironments } from './engineEnvironments';
import { engines } from './engines';
import type { Handlers } from './handler';
import { observability } from './observability';
import { artifacts } from './orchestrationArtifacts';
import { places } from './orchestrationPlaces';
import { plans } from './orchestrationPlans';
import { schedules } from './orchestrationSchedules';
import { tasks } from './orchestrationTasks';
import { permissions } from './permissions';
import { processing } from './processing';
import { scim } from './scim';

export type { Handler, Handlers } from './handler';

/** What each operation does, by method and path. */
export const handlers: Handlers = {
	...audited({ ...account, ...permissions, ...scim }),
	...audit,
	...artifacts,
	...places,
	...plans,
	...schedules,
	...tasks,
	...processing,
	...observability,
	...engines,
	...dataPlanes,
	...engineEnvironments,
	...caughtUp({ ...catalog, ...crawlers }),
};
