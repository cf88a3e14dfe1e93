/** The check-up: it only reads, finds what deviates, and repeats no value of the account. */
import { Emulator, standingClock } from '../../../emulator';
import { applicationAddresses } from '../../../emulator/addresses';
import { startTask } from '../../../emulator/areas/processing/executions';
import { DEMO, DEMO_ACCOUNT } from '../../../emulator/seed';
import { NO_LIMITS } from '../../../emulator/server/limits';
import { type Recording, recordingText } from '../../../platform/recording/recording';
import { readings, runCheckup } from '../../../tools/checkup/checkup';
import { QUESTIONS } from '../../../tools/checkup/questions';
import { reportText } from '../../../tools/checkup/report';
import { taskNamed } from '../../support/demo';
import { NO_RESPONSE, type OwnServer, serve } from '../../support/server';

jest.setTimeout(120_000);

const access = (address: string) => ({
	address,
	applications: applicationAddresses(address),
	clientId: DEMO_ACCOUNT.id,
	clientSecret: DEMO_ACCOUNT.secret,
});

/** A platform in front of the emulator that changes some answers. */
async function deviating(
	address: string,
	change: (path: string, body: unknown) => unknown,
): Promise<OwnServer> {
	const HOP = ['host', 'connection', 'content-length', 'transfer-encoding'];
	const server = await serve(async ({ method, url, headers: given, body }) => {
		const answer = await fetch(`${address}${url}`, {
			method,
			headers: Object.fromEntries(
				Object.entries(given).filter(([name]) => !HOP.includes(name)),
			) as Record<string, string>,
			body: body === '' ? undefined : body.replaceAll(server.address, address),
		});
		const text = await answer.text();
		const type = answer.headers.get('content-type') ?? 'text/plain';
		return {
			status: answer.status,
			body: type.includes('json') ? JSON.stringify(change(url, JSON.parse(text))) : text,
			headers: { 'content-type': type },
		};
	});
	return server;
}

describe.each(['documents', 'vendor'] as const)('a platform that follows the %s', (dialect) => {
	let emulator: Emulator;
	let address: string;
	let report: Recording;
	beforeAll(async () => {
		emulator = new Emulator({ clock: standingClock(Date.now()), limits: NO_LIMITS, dialect });
		address = await emulator.listen();
		const task = taskNamed(emulator.state, DEMO.goodTask);
		const starter = { id: DEMO_ACCOUNT.id, type: 'SERVICE_ACCOUNT' as const };
		for (const [end, misfired] of [
			['terminated_timeout'],
			['deploy_failed'],
			['execution_rejected', 'TASK_IS_PAUSED'],
		] as const) {
			task.behaviors = [{ dispatchMs: 0, durationMs: 0, end, misfired }];
			startTask(emulator.state, task, emulator.clock.now() - 60_000, {
				type: 'MANUAL',
				by: starter,
			});
		}
		report = await runCheckup(access(address), { everyMs: 0 });
	});
	afterAll(async () => await emulator.close());

	test('every read-only operation is tried once or has a reason', () => {
		const operations = Object.values(report.operations);
		expect(operations).toHaveLength(readings().length);
		expect(
			operations.filter(({ answers }) =>
				answers.some(({ status = 0 }) => status >= 200 && status < 300),
			).length,
		).toBeGreaterThan(70);
		for (const { answers, notAsked } of operations)
			expect(answers.length > 0 || notAsked !== undefined).toBe(true);
	});

	test('the check-up sends only GET requests, searches and sign-ins', () => {
		const sent = emulator.log.filter(
			({ method, path }) =>
				method !== 'GET' && !/search$/.test(path) && path !== '/security/oauth/token',
		);
		expect(sent).toEqual([]);
	});

	test('applications with hosts of their own are requested there', () => {
		expect(reportText(report)).not.toContain('Applications that this account cannot use');
		for (const key of [
			'GET /transform/preparations/automation/preparations',
			'GET /semanticservice/categories',
			'GET /api/v1/api-tests',
		])
			expect(emulator.log.map(({ operation }) => operation)).toContain(key);
	});

	test('the questions are answered by what was seen', () => {
		const ofVendor = dialect === 'vendor';
		expect(Object.fromEntries(report.questions.map(({ asks, answer }) => [asks, answer]))).toEqual({
			'Are the crawlers in a list complete, or shortened with a run status at the top level?':
				ofVendor ? 'shortened' : 'complete',
			'What do the scheduled executions of a run configuration look like?': ofVendor
				? 'dates as text'
				: 'objects',
			'In which form are environments on dynamic engines listed?': ofVendor
				? 'a page with "items"'
				: 'a page with "data"',
			'In which form are the scheduled executions of all tasks listed?': ofVendor
				? 'a page with "items"'
				: 'a list without paging',
			'In which form are service accounts listed?': 'a list without paging',
			'Is the task of an execution in a list called taskId or jobId?': ofVendor
				? 'taskId'
				: 'taskId in some cases, jobId in others',
			'Which kinds of user start executions?': ofVendor
				? 'HUMAN, SERVICE'
				: 'HUMAN, SERVICE_ACCOUNT',
			'Does the filter status=terminated include timeouts and shutdowns?': ofVendor
				? 'yes'
				: 'not seen',
			'Does an execution whose rows were rejected, or that was rejected before it started, have a start and an end?':
				'with a misfire reason in some cases, with a start, an end or both in others',
			'Does an execution that could not be deployed have a start?': ofVendor ? 'no' : 'yes',
			'Are executions listed with an offset of 1,000 or more?': ofVendor
				? 'no, they are refused'
				: 'yes',
			'Does a page of audit logs give its position in headers?': 'yes',
			'Are rate limits given in headers?': 'no',
			'Is a page of more than 100 executions refused?': 'yes',
			'Can the executions of one task be filtered by a start time?': 'yes',
			'Does a page of executions say how many there are?': 'yes',
			'In which format is the time of a log entry?': 'a number of milliseconds',
			'Do versions of artifacts end in a time stamp of 14 digits?':
				'yes in some cases, no in others',
			'Does a refusal because of a limit say when to try again?': 'not seen',
		});
	});

	test('the report says which source the account follows', () => {
		const [is, isNot] =
			dialect === 'vendor'
				? ['text (the OpenAPI files)', 'an object (the interface documents)']
				: ['an object (the interface documents)', 'text (the OpenAPI files)'];
		expect(reportText(report)).toContain(`- items[]: ${is}, not ${isNot}`);
		expect(reportText(report)).toContain(
			dialect === 'vendor'
				? '- data[].runStatus: present, as in the OpenAPI files; not in'
				: '- data, totalLength: present, as in the interface documents; not in',
		);
	});

	test('the questions send only read-only requests', () => {
		const known = new Set(
			readings().map(({ operation: { method, endpoint } }) => `${method} ${endpoint}`),
		);
		for (const { needs } of QUESTIONS) if (needs) expect(known).toContain(needs.operation);
	});

	test('the report contains no value of the account', () => {
		const written = `${recordingText(report)}${reportText(report)}`;
		for (const value of [
			DEMO_ACCOUNT.id,
			DEMO_ACCOUNT.secret,
			'ana.demo',
			'Load customers',
			'Sales warehouse',
			'Production',
			'Finance',
		])
			expect(written).not.toContain(value);
		for (const record of [...emulator.state.serviceAccounts.values()])
			expect(written).not.toContain(record.id);
	});
});

describe('artificial deviations', () => {
	const SECRET = 'a-name-of-the-account';
	test.each<{
		what: string;
		path: RegExp;
		change: (body: Array<Record<string, unknown>>) => unknown;
		finding: RegExp;
	}>([
		{
			what: 'a field is missing',
			path: /^\/account\/service-accounts(\?|$)/,
			change: (body) => body.map((each) => ({ ...each, createdDate: undefined })),
			finding: /\[\]\.createdDate: missing \(in the one that was seen\); required by/,
		},
		{
			what: 'a field has another type',
			path: /^\/account\/service-accounts(\?|$)/,
			change: (body) => body.map((each) => ({ ...each, name: { text: SECRET } })),
			finding: /\[\]\.name: an object instead of text/,
		},
		{
			what: 'a field is not known',
			path: /^\/account\/service-accounts(\?|$)/,
			change: (body) => body.map((each) => ({ ...each, shortName: SECRET })),
			finding: /\[\]\.shortName: not described; text/,
		},
	])('the report shows that $what without repeating a value', async ({ path, change, finding }) => {
		const emulator = new Emulator({ clock: standingClock(), limits: NO_LIMITS });
		const front = await deviating(await emulator.listen(), (url, body) =>
			path.test(url) ? change(body as Array<Record<string, unknown>>) : body,
		);
		try {
			const report = await runCheckup(access(front.address), { everyMs: 0 });
			expect(reportText(report)).toMatch(finding);
			expect(`${recordingText(report)}${reportText(report)}`).not.toContain(SECRET);
		} finally {
			await front.close();
			await emulator.close();
		}
	});
});

test('the report says what is known about each application that does not respond', async () => {
	const emulator = new Emulator({ clock: standingClock(), limits: NO_LIMITS });
	const address = await emulator.listen();
	const closed = await serve(() => NO_RESPONSE);
	await closed.close();
	for (const operation of [
		'GET /data-stewardship/api/v1/campaigns',
		'GET /data-stewardship/api/v1/campaigns/owned',
		'GET /schemaservice/api/v1/schemas/org.talend.schema',
		'GET /semanticservice/categories',
	])
		emulator.faults.add({ operation, times: 99, status: 403 });
	const { dataStewardshipAddress } = applicationAddresses(address);
	const text = reportText(
		await runCheckup(
			{
				...access(address),
				applications: { dataStewardshipAddress, apiDesignerAddress: closed.address },
			},
			{ everyMs: 0 },
		),
	);
	await emulator.close();
	expect(text).toContain(
		'Talend Cloud Data Preparation: it was not asked: the address of this application is not known.',
	);
	expect(text).toMatch(
		/Talend Cloud Data Stewardship: every request was refused \(status 403\)\. Perhaps .*personal access token\./,
	);
	expect(text).toContain('Talend Cloud API Designer: its host did not respond (ECONNREFUSED).');
	expect(text).toContain(
		'Talend Cloud API Tester: it was not asked: the address of this application is not known.',
	);
});

test('a wrong secret is refused with an explanation', async () => {
	const emulator = new Emulator({ clock: standingClock(), limits: NO_LIMITS });
	const address = await emulator.listen();
	await expect(
		runCheckup({ address, clientId: DEMO_ACCOUNT.id, clientSecret: 'wrong' }),
	).rejects.toThrow(/did not accept the client ID and secret/);
	await emulator.close();
});
