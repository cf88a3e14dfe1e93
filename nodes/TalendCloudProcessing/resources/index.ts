import { cloudEngine } from './cloudEngine';
import { planExecution } from './planExecution';
import { runProfile } from './runProfile';
import { taskExecution } from './taskExecution';

export const resources = [taskExecution, planExecution, runProfile, cloudEngine];
