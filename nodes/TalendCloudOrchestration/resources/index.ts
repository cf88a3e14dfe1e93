import { artifact } from './artifact';
import { connection } from './connection';
import { definition } from './definition';
import { environment } from './environment';
import { plan } from './plan';
import { project } from './project';
import { promotion } from './promotion';
import { resourceFile } from './resource';
import { runConfiguration } from './runConfiguration';
import { schedule } from './schedule';
import { task } from './task';
import { workspace } from './workspace';

export const resources = [
	task,
	plan,
	definition,
	runConfiguration,
	schedule,
	environment,
	workspace,
	artifact,
	connection,
	project,
	promotion,
	resourceFile,
];
