import { cloudEngine } from './cloudEngine';
import { planExecution } from './planRun';
import { promotionExecution } from './promotionExecution';
import { runProfile } from './runProfile';
import { service } from './service';
import { taskExecution } from './taskRun';

export const resources = [
	taskExecution,
	planExecution,
	service,
	promotionExecution,
	runProfile,
	cloudEngine,
];
