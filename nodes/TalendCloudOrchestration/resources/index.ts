import { artifact } from './artifact';
import { connection } from './connection';
import { environment } from './environmentContents';
import { plan } from './plan';
import { project } from './project';
import { promotion } from './promotion';
import { resourceFile } from './resourceFile';
import { runConfiguration } from './runConfiguration';
import { schedule } from './schedule';
import { task } from './taskDefinition';
import { workspace } from './workspace';

export const resources = [task, plan, runConfiguration, schedule, environment, workspace, artifact, connection, project, promotion, resourceFile];
