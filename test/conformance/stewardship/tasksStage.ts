/** What the tests about tasks of campaigns share. */
import { CAMPAIGN } from './stage';

export const rowsOf = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => ({
		json: {
			number: `N-${from + index}`,
			amount: index + 0.5,
			owner: index % 2 === 0 ? 'bao.nguyen' : 'chloe.martin',
		},
	}));
export const fromItems = {
	campaignName: CAMPAIGN,
	takeFrom: 'items',
	assignee: { __rl: true, mode: 'id', value: '={{ $json.owner }}' },
	options: { leaveOut: ['owner'] },
};
