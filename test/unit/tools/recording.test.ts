/**
 * From an odd account to a file, from the file to a report, and from the file to an emulator that
 * is as odd.
 */
import fc from 'fast-check';

import { Emulator, standingClock } from '../../../emulator';
import { applicationAddresses } from '../../../emulator/addresses';
import { DEMO, DEMO_TOKEN } from '../../../emulator/seed';
import { NO_LIMITS } from '../../../emulator/server/limits';
import { checkUp } from '../../../tools/checkup/checkup';
import { differencesIn, placeOf } from '../../../tools/checkup/compare';
import { FORM_NAMES, formOf, FORMS } from '../../../tools/checkup/forms';
import {
	parseRecording,
	type Recorded,
	type Recording,
	recordingText,
} from '../../../tools/checkup/recording';
import { reportText } from '../../../tools/checkup/report';
import { type Shape, shapeOf, shapeSchema } from '../../../tools/checkup/shape';
import { Synthesis } from '../../../tools/checkup/synthetic';
import { Described, sourcesOf } from '../../../tools/interface/described';
import { type OddAccount, PRIVATE, startOddAccount } from '../../support/oddAccount';
import { startPlatform, unfollowClock } from '../../support/platform';

jest.setTimeout(120_000);

/** Headers that are not played: the server sets them itself, or they would lead elsewhere. */
const NOT_PLAYED = [
	'connection',
	'content-length',
	'date',
	'keep-alive',
	'location',
	'set-cookie',
	'transfer-encoding',
];

/** Everything about a shape but how often it was seen, and how long lists and texts are. */
function oddities({ seen, null: nulls, boolean, number, text, list, object }: Shape): unknown {
	return {
		nulls: nulls !== undefined,
		boolean: boolean !== undefined,
		number: number && [number.whole, number.milliseconds],
		text: text && [text.forms, text.values !== undefined, text.others !== undefined],
		list: list && [list.of && oddities(list.of)],
		object: object && [
			Object.fromEntries(
				Object.entries(object.fields).map(([name, field]) => [
					name,
					[field.seen === object.seen, oddities(field)],
				]),
			),
			object.unnamed && oddities(object.unnamed.of),
		],
		only: seen === nulls,
	};
}

const likeness = ({
	status,
	unanswered,
	content,
	headers,
	body,
	with: chosen,
}: Recorded): unknown => ({
	chosen,
	status,
	unanswered: unanswered !== undefined,
	content,
	headers:
		headers &&
		Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_PLAYED.includes(name))),
	body: body && oddities(body),
});

const likenesses = ({ operations }: Recording) =>
	Object.fromEntries(
		Object.entries(operations).map(([key, { answers, notAsked }]) => [
			key,
			{ answers: answers.map(likeness), notAsked },
		]),
	);

describe('an odd account', () => {
	let account: OddAccount;
	let recording: Recording;
	let report: string;
	beforeAll(async () => {
		account = await startOddAccount();
		const { address } = account;
		recording = await checkUp(
			{ address, applications: applicationAddresses(address), token: PRIVATE.token },
			{ everyMs: 0 },
		);
		await account.close();
		report = reportText(recording, 'shapes.json');
	});

	test('the account is only read', () => {
		expect(
			account.requests.filter((key) => !key.startsWith('GET ') && !/search$/.test(key)),
		).toEqual([]);
		expect(account.requests.length).toBeGreaterThan(70);
		expect(account.requests).not.toContain(`GET /${PRIVATE.company}`);
	});

	test('the account is asked again after a refusal because of a limit', () => {
		expect(
			recording.operations['GET /orchestration/environments']!.answers.map(({ status }) => status),
		).toEqual([429, 200]);
	});

	test('no value of the account is in the file, or in the report', () => {
		const written = `${recordingText(recording)}${report}`.toLowerCase();
		for (const [what, value] of Object.entries(PRIVATE))
			expect([what, written.includes(value.toLowerCase())]).toEqual([what, false]);
		for (const word of ['kowalski', 'ledger', 'okafor', 'tenant', '2026-03', '15:09', '127.0.0.1'])
			expect([word, written.includes(word)]).toEqual([word, false]);
	});

	test('the file is read as it was written', () =>
		expect(parseRecording(recordingText(recording), 'shapes.json')).toEqual(recording));

	test.each([
		[
			'a web page',
			'Talend Cloud Administration › Role › Get Many (GET /account/roles)\n       The platform answered with a web page (status 200)',
		],
		['an empty body', 'The platform answered with nothing instead of a record (status 200)'],
		['null in place of a list', 'The platform answered with null instead of a list'],
		['an object without a list', 'The platform answered with an empty object instead of a list'],
		['damaged JSON', 'The platform answered with incomplete or invalid JSON'],
		[
			'an application that does not answer',
			'Talend Cloud Data Preparation: its host did not answer',
		],
		[
			'an application that is not there',
			'Talend Cloud Data Stewardship: every request was refused (status 404)',
		],
		[
			'refusals, with the permission',
			'needs TMC_ROLE_MANAGEMENT:\n         Talend Cloud SCIM Provisioning › Role › Get Many (GET /scim/v2/Roles)',
		],
		['a failure of the platform', 'Status 500, the platform failed: 1 operation'],
		[
			'the limit',
			'Environment › Get Many (GET /orchestration/environments): 1 time, retry-after 1, x-ratelimit-limit 60, x-ratelimit-reset; published: 1800 a minute',
		],
		[
			'a redirection',
			'Status 302, the platform refers to another address, such as a sign-in page: 1 operation',
		],
		['a wrong type', '- login: a list instead of text (the OpenAPI files)'],
		[
			'missing fields',
			'- limit, offset, total: missing (in the one that was seen); required by the interface documents and the OpenAPI files',
		],
		['fields that no source has', '- [].runScore: not described; a number (in 2 of 3)'],
		[
			'values that no source has',
			'- items[].executionStatus, items[].status: values that are not in the list of the OpenAPI files',
		],
		[
			'fields whose names are not written',
			'- items[]: 3 more than described, whose names are not recorded',
		],
		[
			'another media type',
			'Plan › Get Many (GET /orchestration/executables/plans): JSON arrives as text/plain',
		],
		['a media type that nobody has', 'JSON arrives as a media type that is not recorded'],
		['a header that no source has', 'x-run-region: in no source'],
		['the next step', 'Attach it to an issue: https://github.com/'],
		[
			'where the sources disagree',
			'- items[].taskId, items[].taskVersion: missing (in all 2), as in the interface documents; required by the OpenAPI files',
		],
		['what others have seen', 'Here: yes. Seen by others: no (observation 11, reliability high).'],
	])('the report names %s', (_what, line) => expect(report).toContain(line));

	test('deviations that the nodes cannot use come first, then refusals, types, and more fields', () => {
		const at = [
			'Answers that the nodes cannot use',
			'Applications that do not answer',
			'Refused or not found',
			'Request limits',
			'Missing, or of another type',
			'Fields that no source describes',
			'Which source',
			'Next step',
		].map((title) => report.indexOf(title));
		expect(at.every((place) => place > 0)).toBe(true);
		expect([...at].sort((a, b) => a - b)).toEqual(at);
	});

	test('the emulator that plays a recording is as odd as the account', async () => {
		const emulator = new Emulator({
			clock: standingClock(Date.now()),
			limits: NO_LIMITS,
			recording,
		});
		const address = await emulator.listen();
		const again = await checkUp(
			{ address, applications: applicationAddresses(address), token: DEMO_TOKEN },
			{ everyMs: 0 },
		);
		await emulator.close();
		expect(likenesses(again)).toEqual(likenesses(recording));
	});
});

describe('the emulator that plays its own recording', () => {
	test.each(['documents', 'vendor', 'field'] as const)(
		'the emulator in the dialect %s plays its own recording',
		async (dialect) => {
			const token = { token: DEMO_TOKEN };
			const first = new Emulator({ clock: standingClock(Date.now()), limits: NO_LIMITS, dialect });
			const address = await first.listen();
			const recording = await checkUp(
				{ address, applications: applicationAddresses(address), ...token },
				{ everyMs: 0 },
			);
			await first.close();
			const second = new Emulator({
				clock: standingClock(Date.now()),
				limits: NO_LIMITS,
				recording,
			});
			const copy = await second.listen();
			const again = await checkUp(
				{ address: copy, applications: applicationAddresses(copy), ...token },
				{ everyMs: 0 },
			);
			await second.close();
			const statuses = ({ operations }: Recording) =>
				Object.entries(operations).map(([key, { answers, notAsked }]) => [
					key,
					answers.map(({ status, content }) => [status, content]),
					notAsked,
				]);
			expect(statuses(again)).toEqual(statuses(recording));
		},
	);
});

test('the nodes find, read and run a task of an account whose IDs have another form', async () => {
	const first = new Emulator({
		clock: standingClock(Date.now()),
		limits: NO_LIMITS,
		dialect: 'field',
	});
	const address = await first.listen();
	const recorded = recordingText(
		await checkUp(
			{ address, applications: applicationAddresses(address), token: DEMO_TOKEN },
			{ everyMs: 0 },
		),
	);
	await first.close();
	const recording = parseRecording(
		recorded.replaceAll(
			'"length":[24,24],"forms":["objectId"]',
			'"length":[36,36],"forms":["uuid"]',
		),
		'shapes.json',
	);
	const task =
		recording.operations['GET /orchestration/executables/tasks']!.answers[0]!.body!.object!.fields
			.items!.list!.of!.object!;
	task.fields.runCount = {
		seen: task.seen,
		number: { seen: task.seen, whole: true, digits: [2, 2] },
	};
	delete task.fields.workspace;
	const environments =
		recording.operations['GET /orchestration/environments']!.answers[0]!.body!.list!.of!.object!;
	environments.fields.name!.text!.length = [20, 20];
	// Its exchanges are not judged: they differ from the descriptions on purpose.
	const { emulator, run } = await startPlatform({ recording });
	const list = await run('Orchestration', 'task', 'getMany', { returnAll: true });
	const good = list.items.map(({ json }) => json).find(({ name }) => name === DEMO.goodTask)!;
	expect(good).toMatchObject({
		executable: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
		runCount: expect.any(Number) as number,
	});
	expect(good).not.toHaveProperty('workspace');
	const one = await run('Orchestration', 'task', 'get', {
		taskId: { __rl: true, mode: 'id', value: good.executable as string },
	});
	expect([one.error?.message, one.error?.description]).toEqual([undefined, undefined]);
	expect(one.items[0]!.json).toMatchObject({ name: DEMO.goodTask });
	const [environment] = (await run('Orchestration', 'environment', 'getMany')).items;
	const named = await run('Orchestration', 'environment', 'getMany', {
		filters: { query: `name=="${environment!.json.name as string}"` },
	});
	expect(named.items.map(({ json }) => json.name)).toEqual([expect.stringMatching(/^s.{19}$/)]);
	expect(named.items[0]!.json).toEqual(environment!.json);
	const executed = await run('Processing', 'taskExecution', 'runAndWait', {
		executable: { __rl: true, mode: 'id', value: good.executable as string },
	});
	expect(executed.error).toBeUndefined();
	expect(executed.items[0]!.json).toMatchObject({ outcome: 'succeeded' });
	unfollowClock();
	await emulator.close();
});

test('a field that some records have is not reported as not seen', () => {
	const users = shapeOf([[{ id: '1', phone: '2' }, { id: '3' }]], []);
	const given = [
		{
			place: placeOf.get('GET /account/users')!,
			recorded: { seen: 1, status: 200, headers: {}, content: 'json' as const, body: users },
		},
	];
	const absent = differencesIn(given).flatMap(({ kind, field }) =>
		kind === 'absent' ? [field] : [],
	);
	expect(absent).toContain('[].title');
	expect(absent).not.toContain('[].phone');
});

test('a field is required only if each alternative of a source requires it', () => {
	const alternatives = [
		{ properties: { id: {}, name: {} }, required: ['id', 'name'] },
		{ properties: { id: {} }, required: ['id'] },
	];
	const described = new Described([{ oneOf: alternatives }]);
	expect([described.requires('id'), described.requires('name')]).toEqual([true, false]);
});

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
			what: 'an operation that is none',
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

	test('shapes without an end are refused', () => {
		const deep = `${'{"seen":1,"list":{"seen":1,"length":[1,1],"of":'.repeat(20_000)}{"seen":1}${'}}'.repeat(20_000)}`;
		expect(() =>
			parseRecording(text.replace('{"seen":1,"list":{"seen":1,"length":[0,2]}}', deep), 'f.json'),
		).toThrow('nested too deeply');
	});
});

describe('no text or name of a response is in its shape', () => {
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

	test('the words of the platform are written', () => {
		const { object } = shapeOf([{ userCount: 1, lastRunDuration: 2, okaforCount: 3 }], []);
		expect(Object.keys(object!.fields)).toEqual(['lastRunDuration', 'userCount']);
		expect(object!.unnamed!.count).toEqual([1, 1]);
	});
});

describe('synthetic values', () => {
	test('a text of a form and length has that form and, where the form allows it, that length', () => {
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

	test('a value that is made from a shape has that shape', () => {
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
