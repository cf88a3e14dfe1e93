/** What is known of an error besides its message. */
import {
	isNotedEnd,
	notedRecord,
	noteEnd,
	noteRecord,
} from '../../../nodes/shared/support/errorNotes';

test('an error concerns no record at first', () => {
	expect(notedRecord(new Error('x'))).toEqual({});
});

test('a record that becomes known later is added to those of the error', () => {
	const error = new Error('x');
	expect(noteRecord(noteRecord(error, { id: 1, step: 1 }), { step: 2 })).toBe(error);
	expect(notedRecord(error)).toEqual({ id: 1, step: 2 });
});

test('an error need not be an object when a workflow is stopped', () => {
	for (const thrown of ['stopped', null, undefined]) {
		expect(noteRecord(thrown, { id: 1 })).toBe(thrown);
		expect(notedRecord(thrown)).toEqual({});
		expect(isNotedEnd(thrown)).toBe(false);
	}
});

test('an error can say that what was started has ended', () => {
	const error = new Error('x');
	expect(isNotedEnd(error)).toBe(false);
	expect(noteEnd(noteRecord(error, { step: 1 }), { id: 1 })).toBe(error);
	expect(isNotedEnd(error)).toBe(true);
	expect(notedRecord(error)).toEqual({ step: 1, id: 1 });
});
