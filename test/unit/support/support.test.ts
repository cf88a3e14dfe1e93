/** The helpers that all parts of the package use, one by one. */
import fc from 'fast-check';

import { aboutOf, aboutRecord, isKnownEnd, markAsEnded } from '../../../nodes/shared/support/about';
import { clock } from '../../../nodes/shared/support/clock';
import { idText, isObject, parseJson } from '../../../nodes/shared/support/json';
import { inPieces } from '../../../nodes/shared/support/pieces';
import { asRecord, simplified } from '../../../nodes/shared/support/simplify';
import { inWords, permissionWords, titleCase } from '../../../nodes/shared/support/words';
import { csvOf, picked } from '../../../nodes/TalendCloudAccount/listFiles';

describe('a record', () => {
	const record = {
		id: 1,
		name: 'Nightly',
		owner: { id: 2, team: { id: 3, name: 'Data' } },
		empty: null,
	};

	test('a simplified record has the fields that matter, if it has them', () => {
		expect(simplified(record, ['name', 'empty', 'absent'])).toStrictEqual({
			name: 'Nightly',
			empty: null,
		});
		expect(simplified(record, undefined)).toBe(record);
	});

	test('a record with chosen fields has these, including nested ones', () => {
		expect(
			picked(record, ['id', 'owner.id', 'owner.team.name', 'absent', 'absent.id', 'name.first']),
		).toStrictEqual({ id: 1, owner: { id: 2, team: { name: 'Data' } } });
	});

	test('a record is an object even if the platform lists strings', () => {
		expect(asRecord(record)).toBe(record);
		expect(asRecord('one')).toEqual({ value: 'one' });
		expect(asRecord('one', 'name')).toEqual({ name: 'one' });
		expect([{}, [], null, undefined, 'text', 1].map(isObject)).toEqual([
			true,
			false,
			false,
			false,
			false,
			false,
		]);
	});
});

describe('JSON', () => {
	test('an ID is text, whether the platform writes a text or a number', () => {
		expect(['a1', 7, 0].map(idText)).toEqual(['a1', '7', '0']);
		expect(['', undefined, null, true, {}, ['a1'], 1.5, 2 ** 53, NaN].map(idText)).toEqual(
			Array.from({ length: 9 }, () => undefined),
		);
	});

	test('numbers that JavaScript cannot represent keep their digits, as text', () => {
		expect(
			parseJson(
				'{"id":9007199254740993,"ids":[-12345678901234567890, 9007199254740991],"f":0.1234567890123456,"e":1e20,"s":"9007199254740993 \\" 9007199254740993"}',
			),
		).toEqual({
			id: '9007199254740993',
			ids: ['-12345678901234567890', 9007199254740991],
			f: 0.1234567890123456,
			e: 1e20,
			s: '9007199254740993 " 9007199254740993',
		});
	});
	test.each([
		'1234567890123456.5',
		'12345678901234567e3',
		'-0.12345678901234566',
		'0.10',
		'1.50e-300',
		'-0',
		'9007199254740991',
	])('%s stays a number', (number) => {
		expect(parseJson(number)).toBe(Number(number));
		expect(parseJson(`[${number}]`)).toEqual([Number(number)]);
	});
	test.each([
		'99999999999999.99',
		'-0.12345678901234567',
		'1e400',
		'-1E+309',
		'1e-400',
		'1.0000000000000000001',
	])('%s keeps its digits, as text', (number) => {
		expect(parseJson(number)).toBe(number);
		expect(parseJson(`{"a":[ ${number},"${number}"]}`)).toEqual({ a: [number, number] });
	});
	test('a decimal is a number exactly if it is written again as the same one', () => {
		const decimals = fc.tuple(
			fc.constantFrom('', '-'),
			fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String),
			fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String),
		);
		fc.assert(
			fc.property(decimals, ([sign, whole, fraction]) => {
				const written = `${sign}${whole}.${fraction}`;
				const read = parseJson(written);
				const scaled = (text: string) => {
					const [before = '', after = ''] = text.replace('-', '').split('.');
					return BigInt(before + after.padEnd(30, '0'));
				};
				if (typeof read === 'string') expect(read).toBe(written);
				else if (!String(read).includes('e')) expect(scaled(String(read))).toBe(scaled(written));
			}),
		);
	});
	test('numbers keep their spelling where that is asked for', () => {
		expect(parseJson('{"a":1.10,"b":1.0,"c":1e3,"d":15,"e":"1.10","f":-0}', 'asWritten')).toEqual({
			a: '1.10',
			b: '1.0',
			c: '1e3',
			d: 15,
			e: '1.10',
			f: '-0',
		});
	});
	test('the key of an object is not a number', () => {
		expect(parseJson('{"9007199254740993":9007199254740993}')).toEqual({
			'9007199254740993': '9007199254740993',
		});
	});
	test('invalid JSON is refused', () => {
		expect(() => parseJson('{"id":9007199254740993')).toThrow(SyntaxError);
	});
});

describe('CSV', () => {
	test('CSV has the names of all records, each once, and their values below', () => {
		expect(
			csvOf([
				{ id: 1, name: 'a' },
				{ name: 'b', more: true },
			]),
		).toBe('id,name,more\r\n1,a,\r\n,b,true\r\n');
	});

	test.each([
		['a comma', 'a,b', '"a,b"'],
		['quotes', 'say "yes" or "no"', '"say ""yes"" or ""no"""'],
		['a line', 'a\nb', '"a\nb"'],
		['a return', 'a\rb', '"a\rb"'],
		['nothing special', 'a;b', 'a;b'],
		['null', null, ''],
		['a number', 0, '0'],
		['an object', { a: 1 }, '"{""a"":1}"'],
	])('CSV keeps %s', (_what, value, written) => {
		expect(csvOf([{ x: value }])).toBe(`x\r\n${written}\r\n`);
	});
});

describe('a long list', () => {
	const { sleep } = clock;
	afterEach(() => void (clock.sleep = sleep));

	test.each([
		// [entries, how often others get their turn]
		[0, 0],
		[2_000, 0],
		[2_001, 1],
		[4_000, 1],
		[4_001, 2],
	])(
		'a long list of %i entries is processed in order, and lets others work %i times',
		async (length, pauses) => {
			const paused = jest.fn(async () => await Promise.resolve());
			clock.sleep = paused;
			expect(
				await inPieces(
					Array.from({ length }, (_, index) => index),
					(entry) => entry * 2,
				),
			).toEqual(Array.from({ length }, (_, index) => index * 2));
			expect(paused.mock.calls).toEqual(Array.from({ length: pauses }, () => [0]));
		},
	);
});

describe('an error', () => {
	test('an error says what it is about, and what becomes known later is added', () => {
		const error = new Error('x');
		expect(aboutOf(error)).toEqual({});
		expect(aboutRecord(aboutRecord(error, { id: 1, step: 1 }), { step: 2 })).toBe(error);
		expect(aboutOf(error)).toEqual({ id: 1, step: 2 });
	});

	test('an error may not be an object when a workflow is stopped', () => {
		for (const thrown of ['stopped', null, undefined]) {
			expect(aboutRecord(thrown, { id: 1 })).toBe(thrown);
			expect(aboutOf(thrown)).toEqual({});
			expect(isKnownEnd(thrown)).toBe(false);
		}
	});

	test('an error may say that what was started has ended', () => {
		const error = new Error('x');
		expect(isKnownEnd(error)).toBe(false);
		expect(markAsEnded(aboutRecord(error, { step: 1 }), { id: 1 })).toBe(error);
		expect(isKnownEnd(error)).toBe(true);
		expect(aboutOf(error)).toEqual({ step: 1, id: 1 });
	});
});

describe('words', () => {
	test.each([
		['maxCloudContainers', 'Max Cloud Containers'],
		['RUN_PROFILE_TYPE', 'Run Profile Type'],
		['awsVpcId', 'AWS VPC ID'],
		['HTTPServer', 'Http Server'],
		['v2Name', 'V2 Name'],
		['end-of.the_day', 'End of the Day'],
		['of_the', 'Of The'],
		['_id ', 'ID'],
		['taskIds', 'Task IDs'],
		['ids of urls by api json', 'IDs of Urls by API JSON'],
		['jvm scim eks aks tql ip de dp', 'JVM SCIM EKS AKS TQL IP DE DP'],
		[
			'url on at in to and or a an for from with as is x',
			'URL on at in to and or a an for from with as is X',
		],
	])('%s is called %s, each time', (name, title) => {
		expect([titleCase(name), titleCase(name)]).toEqual([title, title]);
	});

	test('permissions are named as they can be assigned', () => {
		expect(permissionWords(['TMC_OPERATOR', 'ENVIRONMENT_MANAGEMENT'])).toBe(
			'TMC_OPERATOR or TMC_ENVIRONMENT_MANAGEMENT',
		);
	});

	test.each([
		[0, '1 second'],
		[1_001, '2 seconds'],
		[119_000, '119 seconds'],
		[119_001, '2 minutes'],
		[7_199_000, '120 minutes'],
		[7_200_000, '2 hours'],
		[7_200_001, '3 hours'],
	])('%i ms are %s', (ms, words) => {
		expect(inWords(ms)).toBe(words);
	});
});
