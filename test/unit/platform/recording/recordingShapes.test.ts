/**
 * Which files are recordings, and which values a recording has.
 */
import fc from 'fast-check';

import { Described, sourcesOf } from '../../../../platform/descriptions/responseSources';
import { FORM_NAMES, formOf, FORMS } from '../../../../platform/recording/forms';
import { parseRecording, type Recording } from '../../../../platform/recording/recording';
import { shapeOf, shapeSchema } from '../../../../platform/recording/shape';
import { Synthesis } from '../../../../platform/recording/synthetic';
import { placeOf } from '../../../../tools/checkup/given';

jest.setTimeout(120_000);

describe('a file that is not a recording is refused', () => {
	const good: Recording = {
		about: 'x',
		format: 1,
		date: '2026-11-25',
		region: 'eu',
		signIn: 'service account',
		operations: {
			'GET /account/users': {
				answers: [
					{
						seen: 1,
						status: 200,
						headers: {},
						content: 'json',
						body: { seen: 1, list: { seen: 1, length: [0, 2] } },
					},
				],
			},
		},
		questions: [],
	};
	const text = JSON.stringify(good);
	test('a recording without a mistake is accepted', () =>
		expect(parseRecording(text, 'f.json')).toEqual(good));

	test.each([
		{
			what: 'no JSON',
			from: text,
			to: 'no JSON',
			message: 'f.json is not a recording of "npm run checkup": it is not JSON',
		},
		{ what: 'a list', from: text, to: '[]', message: 'it must be an object' },
		{
			what: 'another format',
			from: '"format":1',
			to: '"format":2',
			message: 'format must be one of 1',
		},
		{ what: 'no day', from: '2026-11-25', to: 'today', message: 'date must be a day' },
		{
			what: 'a field too many',
			from: '"format"',
			to: '"host":"x","format"',
			message: 'it has no field host',
		},
		{
			what: 'a status out of range',
			from: '"status":200',
			to: '"status":99',
			message: 'operations › GET /account/users › answers › 0 › status must be at least 200',
		},
		{
			what: 'an answer without a status',
			from: '"status":200,',
			to: '',
			message: 'answers › 0 must have either status or unanswered',
		},
		{
			what: 'JSON without a shape',
			from: ',"body":{"seen":1,"list":{"seen":1,"length":[0,2]}}',
			to: '',
			message: 'answers › 0 must have body if, and only if, its content is json',
		},
		{
			what: 'a range the wrong way round',
			from: '[0,2]',
			to: '[2,0]',
			message: 'body › list › length must begin with the smaller number',
		},
		{
			what: 'an unknown operation',
			from: 'GET /account/users',
			to: 'DELETE /account/users',
			message: 'operations › DELETE /account/users',
		},
		{
			what: 'text that cannot be printed',
			from: '"about":"x"',
			to: '"about":"\\u001b[2J"',
			message: 'about must be text of 1 to 200 printable characters',
		},
		{
			what: 'a name that changes what an object is',
			from: '"list":',
			to: '"object":{"seen":1,"fields":{"__proto__":{"seen":1}}},"list":',
			message: 'no field may be called __proto__',
		},
	])('a file is refused as a recording because of $what', ({ from, to, message }) => {
		expect(text).toContain(from);
		expect(() =>
			parseRecording(
				text.replace(from, () => to),
				'f.json',
			),
		).toThrow(message);
	});

	test('endless shapes are refused', () => {
		const deep = `${'{"seen":1,"list":{"seen":1,"length":[1,1],"of":'.repeat(20_000)}{"seen":1}${'}}'.repeat(20_000)}`;
		expect(() =>
			parseRecording(text.replace('{"seen":1,"list":{"seen":1,"length":[0,2]}}', deep), 'f.json'),
		).toThrow('nested too deeply');
	});
});

describe('texts and names of responses', () => {
	const operation = placeOf.get('GET /account/users')!.operation;
	const sources = sourcesOf(operation, 200).map(({ body }) => body);
	/** Names of people, tokens and the like: none has the words of the platform's own fields. */
	const secret = fc.stringMatching(/^q[a-z]{5,12}z[A-Z]?[a-z]{0,6}\d{0,4}$/);
	const data = fc.letrec((tie) => ({
		value: fc.oneof(
			{ maxDepth: 4 },
			secret,
			fc.integer({ min: 1e6 }),
			fc.constant(null),
			fc.array(tie('value'), { maxLength: 4 }),
			tie('object'),
		),
		object: fc.dictionary(
			fc.oneof(secret, fc.constantFrom('id', 'email', 'workspace', 'parameters')),
			tie('value'),
			{ maxKeys: 5 },
		),
	})).value;

	test.each([
		['where no source says anything', []],
		['where sources describe a list of users', sources],
	])('no text or name of a response is in its shape %s', (_where, places) => {
		fc.assert(
			fc.property(fc.array(data, { minLength: 1, maxLength: 4 }), (values) => {
				const text = JSON.stringify(shapeOf([values], places));
				for (const [word] of JSON.stringify(values).matchAll(/q[a-zA-Z]{6,}\d*|\d{7,}/g))
					expect(text).not.toContain(word);
			}),
		);
	});

	test('the names in a map are data, whatever their words are', () => {
		const map = new Described([{ type: 'object', additionalProperties: { type: 'string' } }]);
		const { object } = shapeOf([{ token: 'a', environment: 'b' }], [map]);
		expect(object).toMatchObject({ fields: {}, unnamed: { count: [2, 2] } });
	});

	test('names that consist of words used by the platform are written', () => {
		const { object } = shapeOf([{ userCount: 1, lastRunDuration: 2, okaforCount: 3 }], []);
		expect(Object.keys(object!.fields)).toEqual(['lastRunDuration', 'userCount']);
		expect(object!.unnamed!.count).toEqual([1, 1]);
	});
});

describe('synthetic values', () => {
	test('a text with a form and length has that form and, where the form allows it, that length', () => {
		fc.assert(
			fc.property(fc.nat(100_000), (number) => {
				// All lengths, because two forms can meet at a single one.
				for (const form of FORM_NAMES)
					for (let length = 9; length <= 300; length++) {
						const text = FORMS[form].make(number, length);
						const keepsLength =
							['text', 'digits', 'version'].includes(form) ||
							(['email', 'url'].includes(form) && length >= 22);
						if (formOf(text) !== form || (keepsLength && text.length !== length))
							throw new Error(`${form} of ${length}: ${text}`);
					}
			}),
		);
	});

	test('values that are made from a shape have the types of the recorded ones', () => {
		fc.assert(
			fc.property(
				fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 1, maxLength: 5 }),
				(values) => {
					const shape = shapeSchema.parse(shapeOf(values, []));
					const made = new Synthesis();
					const types = (all: readonly unknown[]) =>
						new Set(
							all.map((value) =>
								value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value,
							),
						);
					const copies = Array.from({ length: values.length * 8 }, (_, index) =>
						made.value(shape, index),
					);
					expect(types(copies)).toEqual(types(values));
				},
			),
		);
	});
});
