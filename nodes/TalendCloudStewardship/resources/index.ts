import { campaign } from './campaign';
import { dataModel } from './dataModel';
import { semanticType } from './semanticType';
import { task } from './task';

export const resources = [task, campaign, dataModel, semanticType];
