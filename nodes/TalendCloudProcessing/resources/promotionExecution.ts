import { resource } from '../../shared/declare/define';
import { promoteAndWait } from '../promotions/promoteAndWait';
import { get, start } from '../requests/promotionExecution';

export const promotionExecution = resource(
	'promotionExecution',
	'Promotion Execution',
	{ promoteAndWait, start, get },
	'A promotion that Talend Cloud runs or has run',
);
