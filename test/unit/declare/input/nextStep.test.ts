/** The next step in the message of a refusal: what to enter, choose or add, and where. */
import { nextStep } from '../../../../nodes/shared/declare/input/nextStep';

const field = (kind: string, more: object = {}, isMany = false) => ({
	spec: { kind, ...more },
	isMany,
});
const row = { within: 'Steps, row 1' };
const collection = { under: 'Additional Fields' };
test.each<[string, Parameters<typeof nextStep>, string]>([
	['a text', ['Name', field('text')], 'Enter a name'],
	['a text in a row', ['Name', field('text'), row], 'Enter a name in Steps, row 1'],
	[
		'a text that has to be added',
		['Name', field('text'), collection],
		'Add a name under Additional Fields',
	],
	[
		'a text that has to be added to a row',
		['Name', field('text'), { ...row, ...collection }],
		'Add a name under Additional Fields',
	],
	['an object', ['Address', field('object')], 'Add an address'],
	['pairs', ['Parameters', field('pairs')], 'Add at least one parameter'],
	['a record', ['Task', field('id', { picker: {} })], 'Choose a task'],
	['an ID', ['Task ID', field('id')], 'Enter a task ID'],
	['a choice', ['Status', field('choice')], 'Choose a status'],
	['choices', ['Statuses', field('choices', {}, true)], 'Choose at least one status'],
	['a date', ['Start', field('date')], 'Choose a start'],
	[
		'a list from a source',
		['Task Names or IDs', field('list', { source: {} }, true)],
		'Choose at least one task',
	],
	['a list', ['Tags', field('list', {}, true)], 'Add at least one tag'],
	[
		'a list that has to be added',
		['Tags', field('list', {}, true), collection],
		'Add at least one tag under Additional Fields',
	],
	['a switch', ['Active', field('boolean')], 'Turn "Active" on or off'],
	[
		'a switch in a row',
		['Active', field('boolean'), row],
		'Turn "Active" on or off in Steps, row 1',
	],
	[
		'a switch that has to be added',
		['Active', field('boolean'), collection],
		'Add an active under Additional Fields',
	],
	['what takes no article', ['Until', field('date')], 'Choose a value for "Until"'],
	[
		'what takes no article in a row',
		['To', field('text'), row],
		'Enter a value for "To" in Steps, row 1',
	],
	[
		'what takes no article and has to be added',
		['To', field('text'), collection],
		'Add "To" under Additional Fields',
	],
	['several that take no article', ['To', field('list', {}, true)], 'Add a value for "To"'],
])('the next step names the input: %s', (_what, asked, words) => {
	expect(nextStep(...asked)).toBe(words);
});
