import { artifact } from './artifact';
import { connection } from './connection';
import { environment } from './environment';
import { plan } from './plan';
import { runConfiguration } from './runConfiguration';
import { task } from './taskDefinition';
import { workspace } from './workspace';

export const resources = [task, plan, runConfiguration, environment, workspace, artifact, connection];
