/**
 * The judge of exchanges: what it lets through and what it finds, by either description of the
 * platform.
 */
import { type Exchange, judgeExchange } from '../../../platform/descriptions/exchange';
import { interfaceOperations } from '../../../platform/descriptions/interfaceDocuments';
import { answerSchema } from '../../../platform/descriptions/interfaceJsonSchemas';
import { Exchanges, reasonFor, REASONS } from '../../support/exchanges';

// What is judged here is planted, and does not count among the exchanges of the tests.
delete process.env.EXCHANGES_FILE;

const account = {
	id: 'a',
	name: 'Nightly',
	permissions: ['TMC_OPERATOR'],
	createdDate: '2026-03-01T00:00:00Z',
	lastModifiedDate: '2026-03-01T00:00:00Z',
};
const listed = (answered: unknown, more: Partial<Exchange> = {}): Exchange => ({
	method: 'GET',
	endpoint: '/account/service-accounts',
	query: [],
	status: 200,
	answered,
	...more,
});
const findingsOf = (exchange: Exchange) =>
	Object.fromEntries(
		judgeExchange(exchange).map(({ description, findings }) => [description, findings]),
	);

test('an exchange that matches both descriptions has no finding', () => {
	expect(findingsOf(listed([account]))).toEqual({ documents: [], vendor: [] });
});

test.each<{ what: string; answered: unknown; words: RegExp }>([
	{
		what: 'a wrong type',
		answered: [{ ...account, name: 17 }],
		words: /ServiceAccount\.name must be string/,
	},
	{
		what: 'an unknown field',
		answered: [{ ...account, nickname: 'x' }],
		words: /has no field nickname/,
	},
	{ what: 'another form', answered: { account }, words: /must be array/ },
	{
		what: 'an invalid date',
		answered: [{ ...account, createdDate: 'yesterday' }],
		words: /createdDate must match format/,
	},
])('$what in a response is reported for both descriptions', ({ answered, words }) => {
	const { documents, vendor } = findingsOf(listed(answered));
	expect(documents).toEqual(expect.arrayContaining([expect.stringMatching(words)]));
	expect(vendor).toEqual(expect.arrayContaining([expect.stringMatching(words)]));
});

test('an unknown parameter, field or type in a request is reported for both descriptions', () => {
	const { documents, vendor } = findingsOf(listed([account], { query: [['order', 'asc']] }));
	for (const found of [documents, vendor])
		expect(found).toEqual(['GET /account/service-accounts has no query parameter order']);
	const create = (sent: unknown): Exchange => ({
		method: 'POST',
		endpoint: '/account/service-accounts',
		query: [],
		sent,
		status: 201,
		answered: { ...account, secret: 's' },
	});
	for (const sent of [
		{ name: 17, permissions: [] },
		{ name: 'x', permissions: [], nickname: 'y' },
	])
		for (const found of Object.values(findingsOf(create(sent))))
			expect(found).toEqual([expect.stringMatching(/^sent: /)]);
	expect(findingsOf(create({ name: 'x', permissions: [] }))).toEqual({ documents: [], vendor: [] });
});

test('an undocumented success status is a deviation', () => {
	expect(findingsOf(listed([account], { status: 206 })).vendor).toEqual([
		'GET /account/service-accounts does not list the status 206',
	]);
});

test('an undocumented refusal is not a deviation', () => {
	expect(findingsOf(listed({ whatever: true }, { status: 418 }))).toEqual({
		documents: [],
		vendor: [],
	});
});

test('an operation that a description does not have is not checked against it', () => {
	const verdicts = judgeExchange({
		method: 'GET',
		endpoint: '/processing/data-planes',
		query: [],
		status: 200,
		answered: [],
	});
	expect(verdicts.map(({ description, knows }) => [description, knows])).toEqual([
		['documents', true],
		['vendor', false],
	]);
});

test('the documents show the responses of most of their operations', () => {
	const shown = interfaceOperations.filter((each) =>
		each.success.some(({ status }) => answerSchema(each, status ?? 200)),
	);
	expect(shown.length).toBeGreaterThan(95);
});

const logged = (answer: unknown) => ({
	method: 'GET',
	path: '/account/service-accounts',
	query: [] as Array<[string, string]>,
	headers: {},
	body: '',
	operation: 'GET /account/service-accounts',
	status: 200,
	at: 0,
	answer,
});

test('a finding without a reason makes the test file fail', () => {
	const exchanges = new Exchanges('documents');
	exchanges.watch(logged([account]));
	expect(() => exchanges.settle()).not.toThrow();
	exchanges.watch(logged([{ ...account, nickname: 'x' }]));
	expect(() => exchanges.settle()).toThrow(
		/^2 findings without a reason in docs\/platform\/exchange-differences\.json:[\s\S]*by the vendor:[\s\S]*nickname/,
	);
});

test('only planted deviations are ignored', () => {
	const planted = [
		'answered: A/ServiceAccount has no field nickname',
		'answered: service-accounts/ServiceAccount has no field nickname',
	];
	const findings = (answer: unknown) => {
		const exchanges = new Exchanges('documents', planted);
		exchanges.watch(logged(answer));
		exchanges.settle();
	};
	expect(() => findings([{ ...account, nickname: 'x' }])).not.toThrow();
	expect(() => findings([{ ...account, nickname: 'x', name: 17 }])).toThrow(/name must be string/);
});

test('an injected response belongs to no operation', () => {
	const exchanges = new Exchanges('documents');
	exchanges.watch({ ...logged('odd'), faulty: true });
	expect(() => exchanges.settle()).not.toThrow();
});

test('each reason says in a sentence what the node does', () => {
	for (const { by, findings, reason } of REASONS) {
		expect(['documents', 'vendor']).toContain(by);
		expect(findings.length).toBeGreaterThan(0);
		expect(reason).toMatch(/^[A-Z].{20,}\.$/);
	}
	expect(reasonFor('documents', 'vendor', 'something that nobody has seen')).toBe(-1);
});
