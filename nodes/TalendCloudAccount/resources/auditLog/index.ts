import { resource } from '../../../shared/declare/define';
import { getMany } from './requests';

export const auditLog = resource(
	'auditLog',
	'Audit Log',
	{ getMany },
	'What was done in the account, by whom and when',
);
