import { record } from '../../shared/declare/answers';
import { operation, resource } from '../../shared/declare/define';

const get = operation('GET /account/subscription', {
	name: 'Get',
	action: 'Get the subscription',
	description: 'Get the license of the account: its term, and the use of tokens, engines and seats',
	permissions: 'TMC_SUBSCRIPTION_MANAGEMENT',
	// This request has its own limit (docs/platform/interface.md, "Limits").
	family: 'subscription',
	answers: record('A.Subscription', { requiredFields: ['licenseType'] }),
});

export const subscription = resource(
	'subscription',
	'Subscription',
	{ get },
	'The license of the account and its use',
);
