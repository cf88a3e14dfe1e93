import { perObject } from '../../../nodes/shared/support/perObject';

test('a derived value is computed once for each object', () => {
	const worked: object[] = [];
	const namesOf = perObject((of: object) => {
		worked.push(of);
		return Object.keys(of);
	});
	const [one, same] = [{ id: 1 }, { id: 1 }];
	expect(namesOf(one)).toEqual(['id']);
	expect(namesOf(one)).toBe(namesOf(one));
	expect(namesOf(same)).not.toBe(namesOf(one));
	expect(worked).toEqual([one, same]);
});
