import { environment } from './environment';
import { plan } from './plan';
import { task } from './task';
import { workspace } from './workspace';

export const resources = [environment, workspace, plan, task];
