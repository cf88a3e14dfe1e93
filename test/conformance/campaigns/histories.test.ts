/** Every list × paging histories: nothing is lost without an error, nothing comes twice. */
import type { RequestOperation } from '../../../nodes/shared/declare/operation';
import { allOperations, type Named } from '../../support/performing';
import { report } from '../../support/report';
import { scriptedForAll } from '../../support/scriptedForAll';
import { isTried } from '../../support/share';
import { finding, HISTORIES, isPaged, type Judged, recordsOf, served } from './historiesStage';

const scripted = scriptedForAll();

const lists = allOperations.filter(
	(named): named is Named & { operation: RequestOperation } =>
		named.operation.kind === 'request' &&
		named.operation.answers.kind === 'list' &&
		named.operation.pages !== undefined,
);

describe('each list', () => {
	let cases = 0;

	test.each(lists.map((named) => [`${named.area} ${named.name}`, named] as const))(
		'%s returns each record of its list once, whatever pages and totals the platform gives',
		async (_name, named) => {
			const wrong: string[] = [];
			for (const history of HISTORIES) {
				// What comes in one answer has no place to be ignored.
				if (!isPaged(named.operation) && (history.ignoresPlace || history.most !== undefined))
					continue;
				if (!isTried()) continue;
				const records = recordsOf(named.operation, history);
				let asked = 0;
				scripted.server.script = (each) => {
					if (
						each.operation?.endpoint !== named.operation.endpoint ||
						each.method !== named.operation.method
					)
						return undefined;
					asked++;
					return asked > 60
						? { status: 400, body: '{"message":"asked without end"}' }
						: served(named.operation, records, history, each);
				};
				const judged: Judged = await scripted
					.perform(named, { returnAll: true, simplify: false })
					.then(
						(items) => ({ read: items.map(({ json }) => json) }),
						(error: Error) => ({ error: error.message }),
					);
				cases++;
				const found = finding(named.operation, history, judged);
				if (found) wrong.push(`${JSON.stringify(history)}: ${found}`);
			}
			expect(wrong).toEqual([]);
		},
	);

	test('more than three histories were tried with each list, on average', () => {
		report(`${lists.length} lists, ${cases} histories`);
		expect(cases).toBeGreaterThan(lists.length * 3);
	});
});
