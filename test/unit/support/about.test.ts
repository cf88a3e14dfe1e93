/** What is known of an error besides its message. */
import { aboutOf, aboutRecord, isKnownEnd, markAsEnded } from '../../../nodes/shared/support/about';

test('an error says what it is about, and what becomes known later is added', () => {
	const error = new Error('x');
	expect(aboutOf(error)).toEqual({});
	expect(aboutRecord(aboutRecord(error, { id: 1, step: 1 }), { step: 2 })).toBe(error);
	expect(aboutOf(error)).toEqual({ id: 1, step: 2 });
});

test('an error may not be an object when a workflow is stopped', () => {
	for (const thrown of ['stopped', null, undefined]) {
		expect(aboutRecord(thrown, { id: 1 })).toBe(thrown);
		expect(aboutOf(thrown)).toEqual({});
		expect(isKnownEnd(thrown)).toBe(false);
	}
});

test('an error may say that what was started has ended', () => {
	const error = new Error('x');
	expect(isKnownEnd(error)).toBe(false);
	expect(markAsEnded(aboutRecord(error, { step: 1 }), { id: 1 })).toBe(error);
	expect(isKnownEnd(error)).toBe(true);
	expect(aboutOf(error)).toEqual({ step: 1, id: 1 });
});
