import { resource } from '../../../shared/declare/define';
import { promoteAndWait } from './promoteAndWait';
import { get, start } from './requests';

export const promotionExecution = resource(
	'promotionExecution',
	'Promotion Execution',
	{ promoteAndWait, start, get },
	'A promotion that Talend Cloud runs or has run',
);
