import { account } from './account/serviceAccount';
import { audit, audited } from './account/auditLog';
import { catalog } from './catalog/dataset';
import { caughtUp, crawlers } from './catalog/crawler';
import { sharing } from './catalog/sharing';
import { dataPlanes } from './engines/dataPlane';
import { engineEnvironments } from './engines/environment';
import { engines } from './engines/dynamicEngine';
import type { Handlers } from './handler';
import { executionHistory } from './observability/executionHistory';
import { observability } from './observability/executionLog';
import { artifacts } from './orchestration/artifact';
import { places } from './orchestration/environment';
import { plans } from './orchestration/plan';
import { schedules } from './orchestration/runConfiguration';
import { tasks } from './orchestration/task';
import { permissions } from './account/workspacePermission';
import { processing } from './processing/execution';
import { scim } from './scim/user';

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
	...executionHistory,
	...engines,
	...dataPlanes,
	...engineEnvironments,
	...caughtUp({ ...catalog, ...crawlers, ...sharing }),
};
