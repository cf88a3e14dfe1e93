import { boolean, choice, object, text } from '../../nodes/shared/declare/field';
import { inLabels } from '../../nodes/shared/declare/rules';

const fields = {
	startDate: text('Start'),
	scheduleType: choice('When', [{ value: 'ONCE', name: 'Just Once' }]).label('Schedule'),
	isPaused: boolean('Whether it is paused'),
	address: object('Where', { zipCode: text('Code') }),
};

test.each([
	['must not be before {startDate}', 'must not be before Start Date'],
	['is required when {scheduleType} is {scheduleType=ONCE}', 'is required when Schedule is Just Once'],
	['is required when {isPaused} is {isPaused=true} or {isPaused=false}', `is required when Is Paused is on or off`],
	['must not have the same {address.zipCode} twice', 'must not have the same Zip Code twice'],
	['{unknown} is {scheduleType=NEVER}', 'unknown is NEVER'],
	['startDate is a word here', 'startDate is a word here'],
	['must be JSON: {"a": 1}', 'must be JSON: {"a": 1}'],
	['{} and {{ $json.x }} stay', '{} and {{ $json.x }} stay'],
])('%s', (finding, shown) => {
	expect(inLabels(finding, fields)).toBe(shown);
});

test('without fields it is in the names of the interface', () => {
	expect(inLabels('is required when {scheduleType} is {scheduleType=ONCE}', {})).toBe('is required when scheduleType is ONCE');
});
