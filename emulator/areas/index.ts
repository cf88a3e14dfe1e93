import { account } from './account';
import { audit, audited } from './audit';
import { catalog } from './catalog';
import { caughtUp, crawlers } from './crawlers';
import { dataPlanes } from './dataPlanes';
import { engineEnvironments } from './engineEnvironments';
import { engines } from './engines';
import type { Handlers } from './handler';
import { observability } from './observability';
import { orchestration } from './orchestration';
import { permissions } from './permissions';
import { processing } from './processing';
import { scim } from './scim';

export type { Handler, Handlers } from './handler';

/** What each operation does, by method and path. */
export const handlers: Handlers = { ...audited({ ...account, ...permissions, ...scim }), ...audit, ...orchestration, ...processing, ...observability, ...engines, ...dataPlanes, ...engineEnvironments, ...caughtUp({ ...catalog, ...crawlers }) };
