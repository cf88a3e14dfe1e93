import { record } from '../../shared/declare/answers';
import { operation, resource } from '../../shared/declare/define';

const get = operation('GET /scim/v2/ServiceProviderConfig', {
	name: 'Get',
	action: 'Get the service provider config',
	description: 'List the SCIM features that Talend Cloud supports',
	answers: record(undefined, { requiredFields: [['patch', 'bulk', 'filter']] }),
});

export const serviceProviderConfig = resource(
	'serviceProviderConfig',
	'Service Provider Config',
	{ get },
	'Which SCIM features Talend Cloud supports',
);
