/** Where the choices of a field come from. */
import { records } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import { choice, type Field, id, list, text } from '../../../../nodes/shared/declare/fields';
import {
	type ChoiceSource,
	type Columns,
	columnsOf,
	listOf,
	sourceOf,
} from '../../../../nodes/shared/declare/lists/loadedChoices';
import { picker, pickerOf, withOthers } from '../../../../nodes/shared/declare/lists/picker';
import { ANY_TEXTS } from '../../../support/anyTexts';

const a = text('A');

const getMany = operation('GET /x', { ...ANY_TEXTS, answers: records(undefined) });
const other = picker({
	noun: 'cluster',
	method: 'searchClusters',
	byName: false,
	example: 'c1',
	list: getMany,
	entry: () => ({ id: 'c', name: 'C' }),
});
const tasks = picker({
	noun: 'remote engine',
	method: 'searchEngines',
	byName: true,
	example: 'e1',
	list: getMany,
	entry: () => ({ id: 'e', name: 'E' }),
	otherPickers: [other],
});

test('a picker is returned with its other pickers', () => {
	expect(withOthers(tasks)).toEqual([tasks, other]);
	expect(withOthers(other)).toEqual([other]);
	expect(pickerOf(id('E').pick(tasks))).toBe(tasks);
	expect(pickerOf(a)).toBeUndefined();
});

test('several records are chosen by ID or by name', () => {
	const words =
		'Engines to use. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.';
	const declarationOf = (field: ReturnType<typeof listOf>) => [
		sourceOf(field),
		field.spec.label,
		field.spec.description,
		field.spec.example,
	];
	const ids = listOf(tasks, 'getEngines', 'Engines to use');
	expect(declarationOf(ids)).toEqual([
		{ picker: tasks, method: 'getEngines', as: 'id', dependsOn: [] },
		'Remote Engine Names or IDs',
		words,
		['e1'],
	]);
	expect(declarationOf(listOf(tasks, 'getEngines', 'Engines to use', 'name'))).toEqual([
		{ picker: tasks, method: 'getEngines', as: 'name', dependsOn: [] },
		'Remote Engine Names or IDs',
		words,
		['My remote engine'],
	]);
});

test('loaded choices are those that were declared', () => {
	const loaded: ChoiceSource = {
		method: 'm',
		dependsOn: [],
		load: async () => await Promise.resolve([]),
	};
	expect(sourceOf(list('L').from(loaded))).toBe(loaded);
	expect(sourceOf(a)).toBeUndefined();
	const names: Columns = {
		method: 'm',
		dependsOn: [],
		words: { singular: 'p', plural: 'ps' },
		howToBegin: 'F.',
		load: async () => await Promise.resolve(undefined),
	};
	expect(columnsOf({ spec: { ...a.spec, columns: names } })).toBe(names);
	expect(columnsOf(a)).toBeUndefined();
	const chosen: Field = choice('C', ['a']);
	expect(chosen.spec.source).toBeUndefined();
});
