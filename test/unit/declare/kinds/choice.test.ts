/**
 * What fields for one or more of given values accept, refuse and show.
 */
import {
	choice,
	choices,
	type Field,
	suggestion,
	suggestions,
} from '../../../../nodes/shared/declare/fields';
import { exampleOf } from '../../../../tools/reference/fieldExample';
import { rulesOf } from '../../../../tools/reference/rules';
import { isValid, read, refusal } from '../../../support/fieldValue';
import { DESCRIPTION, expectedInput, inputOf, sameWhenSent } from './stage';

test.each<{ what: string; field: Field; raw: unknown; wanted: unknown }>([
	{
		what: 'a switch where that is a choice',
		field: choice('C', ['true', 'false']),
		raw: true,
		wanted: 'true',
	},
	{ what: 'a number where that is a choice', field: choice('C', ['7']), raw: 7, wanted: '7' },
	{
		what: 'a value that is not among the suggestions',
		field: suggestion('S', ['A']),
		raw: 'Other',
		wanted: 'Other',
	},
	{
		what: 'values that are not among the suggestions',
		field: suggestions('S', ['A']),
		raw: ['A', 'Other'],
		wanted: ['A', 'Other'],
	},
	{
		what: 'a choice with blanks around it',
		field: choice('C', ['A B']),
		raw: ' A\u00a0B\u200b',
		wanted: 'A B',
	},
	{
		what: 'choices with invisible characters',
		field: choices('C', ['A', 'B']),
		raw: ['\ufeffA', 'B\u00ad'],
		wanted: ['A', 'B'],
	},
	{
		what: 'choices with commas',
		field: choices('C', ['A', 'B']),
		raw: 'A,B',
		wanted: ['A', 'B'],
	},
])('a field accepts $what', ({ field, raw, wanted }) => {
	expect(read(field, raw)).toEqual(wanted);
});

describe('a suggestion in other letters or words', () => {
	const known = [
		{ value: 'run_failed', name: 'Failed', alias: 'RUN_FAILURE' },
		{ value: 'STOPPED' },
	];
	const given = ['FAILED', 'Run_Failed', ' failed\u00a0', 'run_failure', 'stopped', 'Done'];
	const meant = ['run_failed', 'run_failed', 'run_failed', 'run_failed', 'STOPPED', 'Done'];
	const selecting = { purpose: 'selects' } as const;

	test('a value that selects is read as the known one', () => {
		expect(given.map((raw) => read(suggestion('S', known), raw, selecting))).toEqual(meant);
		expect(read(suggestions('S', known), given, selecting)).toEqual(meant);
	});

	test('a value that is stored, or that could mean two, stays as it is', () => {
		for (const purpose of ['describes', 'changes'] as const)
			for (const raw of ['FAILED', 'RUN_FAILURE'])
				expect(read(suggestion('S', known), raw, { purpose })).toBe(raw);
		const twice = suggestion('S', [{ value: 'a', name: 'Same' }, { value: 'same' }]);
		expect(read(twice, 'SAME', selecting)).toBe('SAME');
	});

	test('a value of a closed set is refused in other letters', () => {
		expect(refusal(choice('C', known), 'FAILED', selecting)).toBe(
			'field: "Field" must be one of run_failed, STOPPED (FAILED)',
		);
	});
});

test.each([
	{ what: 'no choices', field: choices('C', ['A']), raw: [] },
	{ what: 'a blank choice', field: choice('C', ['A']), raw: ' ' },
])('$what counts as not given', ({ field, raw }) => {
	expect(refusal(field, raw)).toBe('field: "Field" is required');
	expect(read(field.optional(), raw)).toBeUndefined();
	// As the node reads what somebody added and left empty.
	expect(refusal(field.optional(), raw, { isGiven: true })).toBe(
		'field: "Field" was given, but is empty: give a value, or leave the field out',
	);
});

test.each<{ what: string; field: Field; raw: unknown; words: string }>([
	{
		what: 'a value that is not a choice',
		field: choice('C', ['A', 'B']),
		raw: 'C',
		words: 'field: "Field" must be one of A, B (C)',
	},
	{
		what: 'a value in a list',
		field: choice('C', ['A', 'B']),
		raw: ['A'],
		words: 'field: "Field" must be text (["A"])',
	},
	{
		what: 'a suggestion of another form',
		field: suggestion('S', ['A']).matching(/^[A-Z]+$/, 'be in capitals'),
		raw: 'a',
		words: 'field: "Field" must be in capitals (a)',
	},
	{
		what: 'a list with a value that is not a choice',
		field: choices('C', ['A', 'B']),
		raw: ['A', 'C'],
		words: 'field[1]: "Field" must be one of A, B (C)',
	},
	{
		what: 'too many values',
		field: choices('C', ['A', 'B']).max(1),
		raw: ['A', 'B'],
		words: 'field: "Field" must have at most one entry (["A","B"])',
	},
	{
		what: 'a switch that is not a choice',
		field: choice('C', ['a', 'b']),
		raw: true,
		words: 'field: "Field" must be text (true)',
	},
])('the refusal of $what names the field and the rule', ({ field, raw, words }) => {
	expect(refusal(field, raw)).toBe(words);
});

describe('the check of a suggestion', () => {
	const field = suggestion('S', ['A']);
	const valid: unknown[] = ['A', 'x'];
	const invalid: unknown[] = ['', 7];

	test('a valid value passes', () => {
		expect(valid.filter((value) => isValid(field, value))).toEqual(valid);
	});

	test('an invalid value does not pass', () => {
		expect(invalid.filter((value) => isValid(field, value))).toEqual([]);
	});
});

test.each<{ what: string; field: Field; rules: string[] }>([
	{ what: 'a choice', field: choice(DESCRIPTION, ['A', 'B']), rules: ['one of: `A`, `B`'] },
	{
		what: 'a suggestion',
		field: suggestion(DESCRIPTION, ['A', 'B']).matching(/x/, 'have an x'),
		rules: ['must have an x', 'known values: `A`, `B`'],
	},
	{
		what: 'choices',
		field: choices(DESCRIPTION, ['A', 'B']).min(1),
		rules: ['at least 1', 'one of: `A`, `B`'],
	},
	{ what: 'suggestions', field: suggestions(DESCRIPTION, ['A']), rules: ['known values: `A`'] },
	{
		what: 'a hundred choices',
		field: choice(
			DESCRIPTION,
			Array.from({ length: 100 }, () => 'A'),
		),
		rules: [`one of: ${Array.from({ length: 100 }, () => '`A`').join(', ')}`],
	},
	{
		what: 'a choice with more than a hundred options',
		field: choice(
			DESCRIPTION,
			Array.from({ length: 101 }, () => 'A'),
		),
		rules: ['chosen from a long list'],
	},
])('the reference lists the rules of $what', ({ field, rules }) => {
	expect(rulesOf(field)).toEqual(rules);
});

test.each<{ what: string; field: Field; example: object }>([
	{ what: 'a choice', field: choice(DESCRIPTION, ['A', 'B', 'C']), example: sameWhenSent('C') },
	{
		what: 'a choice with a sample',
		field: choice(DESCRIPTION, ['A', 'B']).eg('A'),
		example: sameWhenSent('A'),
	},
	{ what: 'choices', field: choices(DESCRIPTION, ['A', 'B']), example: sameWhenSent(['A']) },
	{
		what: 'choices with samples',
		field: choices(DESCRIPTION, ['A', 'B']).sample(['B']),
		example: sameWhenSent(['B']),
	},
])('the reference gives an example of $what', ({ field, example }) => {
	expect(exampleOf('it', field)).toEqual(example);
});

describe('the input of a choice', () => {
	const options = [
		{ name: 'Alpha', value: 'ALPHA' },
		{ name: 'Last', value: 'A_LAST', description: 'The end', action: 'End it' },
	];
	const values = [
		{ value: 'A_LAST', name: 'Last', description: 'The end', action: 'End it' },
		'ALPHA',
	];

	test('a required choice starts without a selection', () => {
		expect(inputOf(choice(DESCRIPTION, values))).toEqual(
			expectedInput({ required: true, type: 'options', options, default: '' }),
		);
	});

	test('an optional choice starts with the first choice by name', () => {
		expect(inputOf(choice(DESCRIPTION, values).optional())).toEqual(
			expectedInput({ type: 'options', options, default: 'ALPHA' }),
		);
	});

	test('the choices can keep their order', () => {
		expect(inputOf(choice(DESCRIPTION, values).inOrder().optional())).toEqual(
			expectedInput({ type: 'options', options: [options[1], options[0]], default: 'A_LAST' }),
		);
	});

	test('the platform’s default is selected and named if it is a choice', () => {
		expect(inputOf(choice(DESCRIPTION, values).byDefault('A_LAST').optional())).toEqual(
			expectedInput({
				type: 'options',
				options,
				default: 'A_LAST',
				description: 'What it is (defaults to A_LAST)',
			}),
		);
		expect(inputOf(choice(DESCRIPTION, values).byDefault('elsewhere').optional())).toEqual(
			expectedInput({
				type: 'options',
				options,
				default: 'ALPHA',
				description: 'What it is (defaults to elsewhere)',
			}),
		);
	});

	test('the choice with which the form starts is selected', () => {
		expect(inputOf(choice(DESCRIPTION, values).initial('A_LAST'))).toEqual(
			expectedInput({ required: true, type: 'options', options, default: 'A_LAST' }),
		);
	});

	test('the choices can be loaded', () => {
		expect(inputOf(choice(DESCRIPTION, values).listedBy('load'))).toEqual(
			expectedInput({
				required: true,
				type: 'options',
				typeOptions: { loadOptionsMethod: 'load' },
				default: '',
			}),
		);
		expect(inputOf(choice(DESCRIPTION, values).listedBy('load').initial('ALPHA'))).toEqual(
			expectedInput({
				required: true,
				type: 'options',
				typeOptions: { loadOptionsMethod: 'load' },
				default: 'ALPHA',
			}),
		);
	});

	test('an input of several choices starts without a selection', () => {
		expect(inputOf(choices(DESCRIPTION, values))).toEqual(
			expectedInput({ required: true, type: 'multiOptions', options, default: [] }),
		);
	});

	test('an input of several choices starts with the initial ones', () => {
		expect(inputOf(choices(DESCRIPTION, values).inOrder().initial(['ALPHA']))).toEqual(
			expectedInput({
				required: true,
				type: 'multiOptions',
				options: [options[1], options[0]],
				default: ['ALPHA'],
			}),
		);
	});
});
