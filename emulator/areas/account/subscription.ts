/** What the account has subscribed to. */
import { type Handlers, ok } from '../../handler';
import { notFound } from '../../refusals';
import { licenseOf } from './accountStore';

export const subscriptionHandlers: Handlers = {
	'GET /account/subscription': ({ state }) => {
		const { subscription } = licenseOf(state);
		if (!subscription) throw notFound('The account has no subscription');
		return ok(subscription);
	},
};
