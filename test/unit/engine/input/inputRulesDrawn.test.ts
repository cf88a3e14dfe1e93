/**
 * Drawn values: whatever is given, the request stays where it belongs, or is refused.
 */
import fc from 'fast-check';

import { areas } from '../../../../nodes/areas';
import { record } from '../../../../nodes/shared/declare/answers';
import { BadInput } from '../../../../nodes/shared/declare/badInput';
import { operation } from '../../../../nodes/shared/declare/define';
import { id, text } from '../../../../nodes/shared/declare/fields';
import { type Operation, type RequestOperation } from '../../../../nodes/shared/declare/operation';
import { buildRequest, queryString } from '../../../../nodes/shared/transport/request/wire';
import { get, readAll, reported, sent } from './inputRulesStage';

describe('whatever is given', () => {
	/** Any text, with what a URL or a path gives a meaning, and halves of characters. */
	const anything = fc.oneof(
		fc.string({ unit: 'binary' }),
		fc
			.array(
				fc.constantFrom(
					'.',
					'..',
					'/',
					'\\',
					'%2e',
					'%',
					'?',
					'#',
					'&',
					'=',
					' ',
					'\n',
					';',
					':',
					'@',
					'é',
					'😀',
					'a',
				),
			)
			.map((parts) => parts.join('')),
		fc.array(fc.nat({ max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
	);
	const UNSEEN_AROUND = /^[\s\u2800\p{Cc}\p{Cf}]+|[\s\u2800\p{Cc}\p{Cf}]+$/gu;
	const HOST = 'https://api.example';
	const withPaths = Object.values(areas).flatMap((resources) =>
		resources.flatMap(({ operations }) =>
			Object.values<Operation>(operations).filter(
				(each): each is RequestOperation =>
					each.kind === 'request' &&
					each.path !== undefined &&
					!Object.values(each.path).some(({ spec }) => spec.rawPath),
			),
		),
	);

	test('a path variable remains one segment of its path, or is refused', () => {
		expect(withPaths.length).toBeGreaterThan(15);
		fc.assert(
			fc.property(
				fc.constantFrom(...withPaths),
				fc.array(anything, { minLength: 4, maxLength: 4 }),
				(declared, texts) => {
					const names = Object.keys(declared.path!);
					const given = Object.fromEntries(names.map((name, index) => [name, texts[index]!]));
					const segments = declared.endpoint
						.split('/')
						.map((segment) => (/^\{.*\}$/.test(segment) ? undefined : segment));
					let url: string;
					try {
						const path = Object.fromEntries(
							names.map((name) => [
								name,
								readAll(
									{ ...get, path: { thingId: declared.path![name]!, partId: id('P') } },
									{ thingId: given[name], partId: 'p' },
								).path.thingId,
							]),
						);
						url = buildRequest(declared, {
							path,
							query: {},
							body: {},
							settings: {},
							values: {},
						}).url;
					} catch (error) {
						expect(error).toBeInstanceOf(BadInput);
						return;
					}
					const { pathname, search, hash, origin } = new URL(HOST + url);
					expect([origin, search, hash]).toEqual([HOST, '', '']);
					const parts = pathname.split('/');
					expect(parts).toHaveLength(segments.length);
					let next = 0;
					for (const [index, segment] of segments.entries()) {
						if (segment !== undefined) expect(parts[index]).toBe(segment);
						else {
							const text =
								given[names.find((name) => declared.endpoint.split('/')[index] === `{${name}}`)!]!;
							// A copied ID may have invisible characters around it.
							const seen = text.replace(UNSEEN_AROUND, '');
							expect([text, text.trim(), seen]).toContain(decodeURIComponent(parts[index]!));
							next++;
						}
					}
					expect(next).toBe(names.length);
				},
			),
			{ numRuns: 1_000 },
		);
	});

	test('a query contains only the given values, in their order', () => {
		const values = fc.dictionary(
			fc.string({ minLength: 1 }),
			fc.oneof(
				fc.string({ unit: 'binary' }),
				fc.integer(),
				fc.boolean(),
				fc.array(fc.string({ unit: 'binary' }), { maxLength: 4 }),
				fc.constantFrom(undefined, null),
			),
		);
		fc.assert(
			fc.property(values, (query) => {
				const wanted = Object.entries(query).flatMap(([name, value]) =>
					value === undefined || value === null
						? []
						: [value].flat().map((entry) => [name, String(entry)]),
				);
				const { searchParams, pathname } = new URL(`${HOST}/x${queryString(query)}`);
				expect(pathname).toBe('/x');
				expect([...searchParams]).toEqual(wanted);
			}),
			{ numRuns: 1_000 },
		);
	});

	test('a path that the user gives as a whole stays on the platform, unchanged, or is refused', () => {
		const declared = operation('GET {path}', {
			name: 'Get',
			...reported,
			path: { path: text('Path').rawPath() },
			family: 'x',
			answers: record(undefined),
		});
		const path = fc.oneof(
			anything,
			anything.map((rest) => `/processing/${rest}`),
			anything.map((rest) => `//${rest}`),
		);
		fc.assert(
			fc.property(path, (given) => {
				const result = sent(declared, { path: given });
				if (!result.startsWith('GET ')) return expect(result).toMatch(/^path: "Path" /);
				expect(result).toBe(`GET ${given}`);
				const { pathname, origin } = new URL(HOST + given);
				expect([origin, pathname]).toEqual([HOST, given]);
			}),
			{ numRuns: 2_000 },
		);
	});
});
