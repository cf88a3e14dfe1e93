/** The next step in the message of a refusal: what to enter, choose or add, and where. */
import { taskPicker } from '../../../../nodes/records/tasks/tasks';
import { nextStep } from '../../../../nodes/shared/declare/field/nextStep';
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
} from '../../../../nodes/shared/declare/fields';

const row = { within: 'Steps, row 1' };
const collection = { under: 'Additional Fields' };
test.each<{ what: string; asked: Parameters<typeof nextStep>; words: string }>([
	{ what: 'a text', asked: ['Name', text('')], words: 'Enter a name' },
	{
		what: 'a text in a row',
		asked: ['Name', text(''), row],
		words: 'Enter a name in Steps, row 1',
	},
	{
		what: 'a text that has to be added',
		asked: ['Name', text(''), collection],
		words: 'Add a name under Additional Fields',
	},
	{
		what: 'a text that has to be added to a row',
		asked: ['Name', text(''), { ...row, ...collection }],
		words: 'Add a name under Additional Fields',
	},
	{ what: 'an object', asked: ['Address', object('', {})], words: 'Add an address' },
	{ what: 'pairs', asked: ['Parameters', pairs('')], words: 'Add at least one parameter' },
	{ what: 'a record', asked: ['Task', id('').pick(taskPicker)], words: 'Choose a task' },
	{ what: 'an ID', asked: ['Task ID', id('')], words: 'Enter a task ID' },
	{ what: 'a choice', asked: ['Status', choice('', ['READY'])], words: 'Choose a status' },
	{
		what: 'choices',
		asked: ['Statuses', choices('', ['READY'])],
		words: 'Choose at least one status',
	},
	{ what: 'a date', asked: ['Start', datetime('')], words: 'Choose a start' },
	{
		what: 'a list from a source',
		asked: ['Task Names or IDs', list('').from({ method: 'loadTasks', dependsOn: [] })],
		words: 'Choose at least one task',
	},
	{ what: 'a list', asked: ['Tags', list('')], words: 'Add at least one tag' },
	{
		what: 'a list that has to be added',
		asked: ['Tags', list(''), collection],
		words: 'Add at least one tag under Additional Fields',
	},
	{ what: 'a switch', asked: ['Active', boolean('')], words: 'Turn "Active" on or off' },
	{
		what: 'a switch in a row',
		asked: ['Active', boolean(''), row],
		words: 'Turn "Active" on or off in Steps, row 1',
	},
	{
		what: 'a switch that has to be added',
		asked: ['Active', boolean(''), collection],
		words: 'Add "Active" under Additional Fields',
	},
	{
		what: 'what takes no article',
		asked: ['Until', datetime('')],
		words: 'Choose a value for "Until"',
	},
	{
		what: 'what takes no article in a row',
		asked: ['To', text(''), row],
		words: 'Enter a value for "To" in Steps, row 1',
	},
	{
		what: 'what takes no article and has to be added',
		asked: ['To', text(''), collection],
		words: 'Add "To" under Additional Fields',
	},
	{ what: 'several that take no article', asked: ['To', list('')], words: 'Add a value for "To"' },
])('the next step names the input: $what', ({ asked, words }) => {
	expect(nextStep(...asked)).toBe(words);
});
