/** Single pages of a list with times, and all pages of the list. */
import { pageHeaders } from '../../../../nodes/records/lists/accountPaging';
import { timedPages } from '../../../../nodes/shared/trigger/reading/timedPage';
import { simulatedTimeForEach } from '../../../support/time';
import { type Habits, reading as readingAt } from './readPartsStage';

const time = simulatedTimeForEach();

test('pages come newest first', async () => {
	const shown = async (habits: Habits) => {
		const { poll, listing, asked } = readingAt(time, habits);
		const pages: unknown[] = [];
		for await (const { records } of timedPages(poll, listing))
			pages.push(records.map(({ id }) => id));
		return [pages, asked];
	};
	expect(await shown({ count: 5 })).toEqual([
		[[5, 4, 3], [3, 2, 1], [1]],
		['0+3', '2+3', '4+3'],
	]);
	expect(await shown({ count: 6, pages: pageHeaders })).toEqual([
		[[6, 5, 4], [3, 2, 1], []],
		['0+3', '3+3', '6+3'],
	]);
	expect(await shown({ count: 3, limit: 2 })).toEqual([
		[[3, 2], [2, 1], [1]],
		['0+3', '1+3', '2+3'],
	]);
	expect(await shown({ count: 0 })).toEqual([[[]], ['0+3']]);
	// The total is too large, and a page behind the end is refused.
	expect(await shown({ count: 2, total: () => 9, refusedFrom: 3, pages: pageHeaders })).toEqual([
		[[2, 1]],
		['0+3', '3+3'],
	]);
});
