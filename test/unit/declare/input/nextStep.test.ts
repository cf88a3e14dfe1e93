/** The next step in the message of a refusal: what to enter, choose or add, and where. */
import { taskPicker } from '../../../../nodes/records/tasks';
import {
	boolean,
	choice,
	choices,
	datetime,
	id,
	list,
	object,
	pairs,
	text,
} from '../../../../nodes/shared/declare/field';
import { nextStep } from '../../../../nodes/shared/declare/input/nextStep';

const row = { within: 'Steps, row 1' };
const collection = { under: 'Additional Fields' };
test.each<[string, Parameters<typeof nextStep>, string]>([
	['a text', ['Name', text('')], 'Enter a name'],
	['a text in a row', ['Name', text(''), row], 'Enter a name in Steps, row 1'],
	[
		'a text that has to be added',
		['Name', text(''), collection],
		'Add a name under Additional Fields',
	],
	[
		'a text that has to be added to a row',
		['Name', text(''), { ...row, ...collection }],
		'Add a name under Additional Fields',
	],
	['an object', ['Address', object('', {})], 'Add an address'],
	['pairs', ['Parameters', pairs('')], 'Add at least one parameter'],
	['a record', ['Task', id('').pick(taskPicker)], 'Choose a task'],
	['an ID', ['Task ID', id('')], 'Enter a task ID'],
	['a choice', ['Status', choice('', ['READY'])], 'Choose a status'],
	['choices', ['Statuses', choices('', ['READY'])], 'Choose at least one status'],
	['a date', ['Start', datetime('')], 'Choose a start'],
	[
		'a list from a source',
		['Task Names or IDs', list('').from({ method: 'loadTasks', dependsOn: [] })],
		'Choose at least one task',
	],
	['a list', ['Tags', list('')], 'Add at least one tag'],
	[
		'a list that has to be added',
		['Tags', list(''), collection],
		'Add at least one tag under Additional Fields',
	],
	['a switch', ['Active', boolean('')], 'Turn "Active" on or off'],
	['a switch in a row', ['Active', boolean(''), row], 'Turn "Active" on or off in Steps, row 1'],
	[
		'a switch that has to be added',
		['Active', boolean(''), collection],
		'Add an active under Additional Fields',
	],
	['what takes no article', ['Until', datetime('')], 'Choose a value for "Until"'],
	[
		'what takes no article in a row',
		['To', text(''), row],
		'Enter a value for "To" in Steps, row 1',
	],
	[
		'what takes no article and has to be added',
		['To', text(''), collection],
		'Add "To" under Additional Fields',
	],
	['several that take no article', ['To', list('')], 'Add a value for "To"'],
])('the next step names the input: %s', (_what, asked, words) => {
	expect(nextStep(...asked)).toBe(words);
});
