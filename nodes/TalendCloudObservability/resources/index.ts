import { componentMetric } from './componentMetric';
import { executionLog } from './executionLog';

export const resources = [executionLog, componentMetric];
