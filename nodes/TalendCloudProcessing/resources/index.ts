import { cloudEngine } from './cloudEngine';
import { planExecution } from './planExecution';
import { promotionExecution } from './promotionExecution';
import { runProfile } from './runProfile';
import { service } from './service';
import { taskExecution } from './taskExecution';

export const resources = [
	taskExecution,
	planExecution,
	service,
	promotionExecution,
	runProfile,
	cloudEngine,
];
