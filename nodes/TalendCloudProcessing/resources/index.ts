import { cloudEngine } from './cloudEngine';
import { planExecution } from './planExecution';
import { promotionExecution } from './promotionExecution';
import { runProfile } from './runProfile';
import { taskExecution } from './taskRun';

export const resources = [taskExecution, planExecution, promotionExecution, runProfile, cloudEngine];
