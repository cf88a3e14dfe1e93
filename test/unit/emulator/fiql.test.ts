/** Queries in FIQL: what the form makes, and what the emulated platform reads. */
import { parse } from '@rsql/parser';
import fc from 'fast-check';

import { fiqlFilter } from '../../../emulator/lists/fiql';
import { queryOf } from '../../../nodes/records/lists/fiql';
import { fact } from '../../support/fact';

const is = (value: string, operator = 'is') =>
	queryOf(undefined, [{ selector: 'name', operator, value }])!;

const passes = (query: string, name: string) =>
	fiqlFilter<{ name: string }>(query, { name: (record) => record.name })({ name });

test.each([
	{ operator: 'is', value: 'Production', wanted: 'name==Production' },
	{ operator: 'is', value: 'Load customers', wanted: 'name=="Load customers"' },
	{ operator: 'is', value: 'O"Neill\\', wanted: 'name=="O\\"Neill\\\\"' },
	{ operator: 'isNot', value: 'a;b', wanted: 'name!="a;b"' },
	{ operator: 'contains', value: 'Prod', wanted: 'name==*Prod*' },
	{ operator: 'startsWith', value: 'Prod', wanted: 'name==Prod*' },
	{ operator: 'endsWith', value: 'uction (EU)', wanted: 'name=="*uction (EU)"' },
])('the condition $operator $value becomes $wanted', ({ operator, value, wanted }) => {
	expect(is(value, operator)).toBe(wanted);
});

test('a value without an asterisk is matched literally', () => {
	fc.assert(
		fc.property(
			fc.string({ minLength: 1 }).filter((value) => !value.includes('*')),
			fc.string(),
			(value, other) => {
				expect(parse(is(value))).toMatchObject({
					left: { selector: 'name' },
					operator: '==',
					right: { value },
				});
				expect(passes(is(value), value)).toBe(true);
				expect(passes(is(value), `${value}!`)).toBe(false);
				expect(passes(is(value, 'contains'), `${other}${value}${other}`)).toBe(true);
				expect(passes(is(value, 'isNot'), value)).toBe(false);
			},
		),
	);
});

test('a custom query is combined with the conditions', () => {
	expect(
		queryOf('name==A,name==B', [{ selector: 'description', operator: 'contains', value: 'x' }]),
	).toBe('(name==A,name==B);description==*x*');
	expect(queryOf('name==A')).toBe('name==A');
	expect(queryOf(undefined)).toBeUndefined();
});

test.each([
	{ query: 'name==A,name==B', name: 'B', wanted: true },
	{ query: 'name==A;name==B', name: 'B', wanted: false },
	{ query: 'name=in=(A,B)', name: 'B', wanted: true },
	{ query: 'name=out=(A,B)', name: 'B', wanted: false },
	{ query: 'name!=A', name: 'B', wanted: true },
	{ query: 'name==*.d*', name: 'a.d', wanted: true },
	{ query: 'name==*.d*', name: 'aXd', wanted: false },
])('the platform reads $query of $name as $wanted', ({ query, name, wanted }) => {
	expect(passes(query, name)).toBe(wanted);
});

test.each([
	'name==',
	'name=A',
	'==A',
	'(name==A',
	'name=="A',
	'colour==red',
	'constructor==x',
	'name>A',
	'name=like=A',
])('the platform refuses %s', (query) => {
	fact('B.154');
	expect(() => passes(query, 'A')).toThrow(expect.objectContaining({ status: 400 }) as Error);
});
