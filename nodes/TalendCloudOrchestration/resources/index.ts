import { artifact } from './artifact';
import { connection } from './connection';
import { environment } from './environment';
import { plan } from './plan';
import { schedule } from './schedule';
import { task } from './taskDefinition';
import { workspace } from './workspace';

export const resources = [task, plan, schedule, environment, workspace, artifact, connection];
