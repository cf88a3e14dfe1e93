import { RecentSet } from '../../../nodes/shared/support/recentSet';

test('the oldest member is forgotten when there are too many', () => {
	const set = new RecentSet<string>(2);
	set.add('a').add('b').add('c');
	expect([...set]).toEqual(['b', 'c']);
});

test('a member that is added again counts as recent', () => {
	const set = new RecentSet<string>(2);
	set.add('a').add('b').add('a').add('c');
	expect([...set]).toEqual(['a', 'c']);
});
