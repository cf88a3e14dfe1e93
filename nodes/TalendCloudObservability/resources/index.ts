import { componentMetric } from './componentMetric';
import { executionHistory } from './executionHistory';
import { executionLog } from './executionLog';

export const resources = [executionLog, componentMetric, executionHistory];
