/**
 * The classes in the package have the contents of those in the sources, and load their code when it
 * is used.
 */
import { join } from 'node:path';

import { n8n } from '../../../package.json';

type Contents = { data: object; functions: Array<[string[], string[]]> };
const folder = join(__dirname, '../../../tools/build');
const { contentsOf } = jest.requireActual<{ contentsOf: (instance: object) => Contents }>(
	join(folder, 'contents.cjs'),
);
const onFirstUse = jest.requireActual<(name: string, contents: Contents) => new () => Original>(
	join(folder, 'onFirstUse.cjs'),
);

/** As the build writes it and n8n reads it. */
const packed = (instance: object) => JSON.parse(JSON.stringify(contentsOf(instance))) as Contents;

let loaded = 0;
class Original {
	description = {
		name: 'original',
		properties: [{ name: 'resource', routing: { paginate: (page: number) => page + 1 } }],
	};

	methods = { listSearch: {}, loadOptions: { names: async () => await Promise.resolve(['a']) } };

	async poll(this: unknown, ...values: unknown[]) {
		return await Promise.resolve([this, values]);
	}
}
jest.mock(
	'../../../tools/build/talendCloud.js',
	() => {
		loaded++;
		return { Original };
	},
	{ virtual: true },
);

test('the code is loaded once, when the first function is called', async () => {
	const Made = onFirstUse('Original', packed(new Original()));
	const made = new Made();
	expect(Made.name).toBe('Original');
	expect(made.description.name).toBe('original');
	expect(loaded).toBe(0);
	const context = { of: 'n8n' };
	expect(await made.poll.call(context, 1, 2)).toEqual([context, [1, 2]]);
	expect(made.description.properties[0]!.routing.paginate(1)).toBe(2);
	expect(await made.methods.loadOptions.names()).toEqual(['a']);
	expect(loaded).toBe(1);
});

test('a change that n8n makes in one instance is not in the next one', () => {
	const Made = onFirstUse('Original', packed(new Original()));
	const changed = new Made();
	changed.description.properties.push(changed.description.properties[0]!);
	changed.description.properties[0]!.name = 'changed';
	expect(new Made().description.properties.map(({ name }) => name)).toEqual(['resource']);
});

/** A copy in which each function is replaced by the word "function". */
const withoutCode = (value: unknown): unknown => {
	if (typeof value === 'function') return 'function';
	if (Array.isArray(value)) return value.map(withoutCode);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutCode(part)]));
};

/** An instance with what its class has in common for all instances. */
const whole = (instance: object) => ({
	...Object.fromEntries(
		Object.getOwnPropertyNames(Object.getPrototypeOf(instance)).map((name) => [
			name,
			(instance as Record<string, unknown>)[name],
		]),
	),
	...instance,
});

test.each(
	[...n8n.credentials, ...n8n.nodes].map((file) => [
		file.split('/').at(-1)!.split('.')[0]!,
		join('../../..', file.replace(/^dist\//, '').replace(/\.js$/, '')),
	]),
)('%s, created without its code, has all of its contents and functions', (name, file) => {
	const instance = new (jest.requireActual<Record<string, new () => object>>(file)[name]!)();
	const made = new (onFirstUse(name, packed(instance)))();
	expect(contentsOf(instance).functions.length).toBeGreaterThan(0);
	expect(withoutCode({ ...made, constructor: made.constructor })).toEqual(
		withoutCode(whole(instance)),
	);
});
