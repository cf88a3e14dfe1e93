/** Records with the fields that matter. */
import { asRecord, simplified } from '../../../nodes/shared/support/simplify';

const record = {
	id: 1,
	name: 'Nightly',
	owner: { id: 2, team: { id: 3, name: 'Data' } },
	empty: null,
};

test('a simplified record has the most useful fields that are present', () => {
	expect(simplified(record, ['name', 'empty', 'absent'])).toStrictEqual({
		name: 'Nightly',
		empty: null,
	});
	expect(simplified(record, undefined)).toBe(record);
});

test('a record is an object even if the platform lists strings', () => {
	expect(asRecord(record)).toBe(record);
	expect(asRecord('one')).toEqual({ value: 'one' });
	expect(asRecord('one', 'name')).toEqual({ name: 'one' });
});
