import { record } from '../../../shared/declare/answers';
import { operation } from '../../../shared/declare/define';
import { FROM_DEFINITION } from '../../../shared/declare/origin';

export const getEligibles = operation('GET /api/v1/api-definitions/sharings/eligibles', {
	name: 'Get Eligible Users and Groups',
	action: 'Get the users and groups that API definitions can be shared with',
	description:
		'Get the IDs and names of the users and groups with whom an API definition can be shared',
	origin: FROM_DEFINITION,
	answers: record('vendor:api-designer/SharingEligibles', { requiredFields: ['users'] }),
});
