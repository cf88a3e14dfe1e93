/** What the reference shows for the placeholders of messages. */
import { referencePages } from '../../../tools/reference/pages';
import { withStandIns } from '../../../tools/reference/standIns';

test('a message with placeholders reads as sentences', () => {
	expect(withStandIns('The {noun} {name} {how}{reason}', 'planExecution')).toBe(
		'The plan *name* *failed*: *reason*',
	);
	expect(withStandIns('Reason: {reason} {subject} is still running.', 'scan')).toBe(
		'Reason: *reason*. *The scan* is still running.',
	);
	expect(withStandIns('{causeReason} Execution {executionId} ended.')).toBe(
		'*Cause.* Execution *execution ID* ended.',
	);
	expect(withStandIns('{name} matches {count} {noun}s: {ids}', 'workspace')).toBe(
		'*Name* matches *count* workspaces: *IDs*',
	);
});

test('no page shows a placeholder whose name says nothing', () => {
	const text = [...referencePages().values()].join('\n');
	const shown = new Set([...text.matchAll(/\*(\w+)\*/g)].map(([, name]) => name!.toLowerCase()));
	expect(
		['how', 'noun', 'subject', 'what', 'where', 'why', 'were', 'other'].filter((name) =>
			shown.has(name),
		),
	).toEqual([]);
	expect(shown).toContain('limit');
});
