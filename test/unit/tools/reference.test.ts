/**
 * The reference can be worked from alone: examples are accepted, outputs and refusals are shown,
 * every page is linked.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { readRequest, routesOf } from '../../../emulator/server/router';
import { areas } from '../../../nodes/areas';
import { inputFields } from '../../../nodes/shared/declare/derived/operationParts';
import { propertiesOf } from '../../../nodes/shared/declare/field/property';
import { labelOf } from '../../../nodes/shared/declare/fields';
import { assemble } from '../../../nodes/shared/engine/input/assemble';
import { readParameters } from '../../../nodes/shared/engine/input/readParameters';
import { buildRequest } from '../../../nodes/shared/transport/request/wire';
import { readProject } from '../../../platform/data';
import {
	everyOperation,
	neededFor,
	type OperationInNode,
	permissionLine,
} from '../../../platform/operations';
import { generatedFiles } from '../../../tools/reference';
import { exampleNames, exampleParameters, mustBeGiven } from '../../../tools/reference/example';
import { recordedOutput } from '../../../tools/reference/outputs';
import { refusalsOf } from '../../../tools/reference/refusals';

const files = generatedFiles();
const pages = [...files].filter(([name]) => name.startsWith('reference/') && name.endsWith('.md'));
const everything = pages.map(([, text]) => text).join('\n');
const titled = everyOperation.map(
	(placed) => [`${placed.area} ${placed.resource.value}.${placed.value}`, placed] as const,
);

/** What of the page of its resource is about an operation. */
function sectionOf({ area, resource, operation }: (typeof everyOperation)[number]): string {
	const page = pages.find(
		([name, text]) =>
			name.startsWith(`reference/${area.toLowerCase()}/`) &&
			text.startsWith(`# ${resource.name}\n`),
	)![1];
	return page.split(/^## /m).find((section) => section.startsWith(`${operation.name}\n`))!;
}

describe('the differences between the descriptions', () => {
	const reasons = readProject<Array<{ findings: string[]; reason: string }>>(
		'docs/platform/exchange-differences.json',
	);
	const reasonOf = (finding: string) =>
		reasons.find(({ findings }) => findings.includes(finding))!.reason.replace(/\|/g, '\\|');
	const sectionFor = (key: string) =>
		everyOperation
			.filter(
				({ operation }) =>
					operation.kind === 'request' && `${operation.method} ${operation.endpoint}` === key,
			)
			.map(sectionOf)
			.join('\n');

	test('the reference shows differences found in exchanges beside the operation', () => {
		expect(sectionFor('POST /monitoring/executions/{executionId}/logs')).toContain(
			reasonOf('POST /monitoring/executions/{}/logs does not list the status 206'),
		);
		expect(sectionFor('GET /processing/executions/{executionId}')).toContain(
			reasonOf('answered: B/JobExecutionStatus has no field runtime'),
		);
	});

	test.each([
		['GET /orchestration/artifacts', '`types`'],
		['GET /orchestration/connections', '`environmentId` and `workspaceId`'],
		['POST /processing/run-profiles/search', '`sortBy` and `sortOrder`'],
	])('a difference in the input of %s names %s', (key, names) => {
		expect(sectionFor(key)).toContain(`- Only the OpenAPI files have ${names}. This input`);
	});

	test('a difference is not shown with a schema whose name only begins like its own', () => {
		expect(sectionFor('POST /orchestration/executables/plans')).not.toContain(
			reasonOf('answered: B/Plan execution list item has no field user*'),
		);
	});

	test('a difference of all of SCIM is shown only with the operations of SCIM', () => {
		const ofScim = reasonOf('answered: * /scim/v2/* answers * has no field *');
		expect(sectionFor('GET /scim/v2/Users')).toContain(ofScim);
		expect(sectionFor('GET /account/service-accounts')).not.toContain(ofScim);
		expect(sectionFor('GET /datasets')).not.toContain(ofScim);
	});

	test('differences of the declarations are sentences, with the names of the fields', () => {
		expect(sectionFor('POST /scim/v2/Groups')).toContain(
			'- Only the OpenAPI files have `id` and `meta` in the body. The platform sets it',
		);
		expect(sectionFor('POST /processing/runtimes/pipeline-engines')).toContain(
			'- The OpenAPI files have no `workspaceId` and `description` to send in the body. ',
		);
		expect(sectionFor('POST /orchestration/resources')).toContain(
			'- Only the OpenAPI files have `resource` in the body; the OpenAPI files have no `workspaceId`, `name` and `description` to send in the body. ',
		);
		expect(everything).not.toContain('of the vendor is not declared');
	});
});

describe('the example input', () => {
	const routes = routesOf(areas);

	test.each(titled)(
		'the request of the example input of %s is accepted by the platform',
		async (_title, placed) => {
			const { operation } = placed;
			const given = exampleParameters(placed);
			const starts = Object.fromEntries(
				Object.entries({ ...inputFields(operation), ...operation.settings }).flatMap(
					([name, { spec }]) => (spec.initial === undefined ? [] : [[name, spec.initial]]),
				),
			);
			const value = (name: string) => given[name] ?? starts[name] ?? null;
			const input = assemble(
				operation,
				readParameters(operation, { value, entered: value }, { timezone: 'UTC', version: 1 }),
			);
			// What reads first, or sends in a way of its own, completes what was given.
			if (
				operation.kind === 'flow' ||
				operation.perform ||
				operation.readFirst ||
				operation.multipart
			)
				return;
			const { method, url, body, headers } = buildRequest(operation, input);
			const [path, query] = url.split('?');
			const route = routes.find((each) => each.operations.includes(operation))!;
			const names = [...route.path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);
			const values = new RegExp(`^${route.path.replace(/\{[^}]+\}/g, '([^/]+)')}$`).exec(path!);
			const variables = Object.fromEntries(
				names.map((name, index) => [name, decodeURIComponent(values![index + 1]!)]),
			);
			expect(method).toBe(route.method);
			readRequest(
				route,
				{
					path: variables,
					query: new URLSearchParams(query),
					body: { type: headers['Content-Type'], text: (body as string | undefined) ?? '' },
				},
				Date.UTC(2026, 10, 22),
			);
		},
	);

	test.each(titled)('the example of %s gives everything that is required', (_title, placed) => {
		const fields = { ...inputFields(placed.operation), ...placed.operation.settings };
		const names = exampleNames(placed.operation);
		const missing = Object.entries(fields).filter(
			([name, field]) =>
				mustBeGiven(field) && Object.keys(field.shownFor).length === 0 && !names.includes(name),
		);
		expect(missing.map(([name]) => name)).toEqual([]);
	});

	test.each(titled)('the section of %s shows its example', (_title, placed) => {
		expect(sectionOf(placed)).toContain(JSON.stringify(exampleParameters(placed), null, 2));
	});

	test('no page has a secret', () => {
		expect(everything).not.toMatch(
			/an-aws-secret|a-secret-value|demo-client-secret|demo-personal-access-token|eyJ[\w-]{8}/,
		);
	});
});

test('a refusal that can concern several fields names those of its operation', () => {
	const namesIn = (value: unknown): string[] =>
		Array.isArray(value)
			? value.flatMap(namesIn)
			: typeof value === 'object' && value !== null
				? Object.entries(value).flatMap(([key, inner]) =>
						(key === 'displayName' || key === 'name') && typeof inner === 'string'
							? [inner]
							: namesIn(inner),
					)
				: [];
	let found = 0;
	for (const [title, placed] of titled) {
		const { operation } = placed;
		const fields = { ...inputFields(operation), ...operation.settings };
		const shown = Object.entries(fields).flatMap(([name, field]) =>
			namesIn(propertiesOf(name, field)),
		);
		for (const each of operation.messages ?? []) {
			if (each.kind !== 'input' || each.label !== '{label}') continue;
			found += 1;
			const { labels = [] } = each;
			expect({
				title,
				labels: labels.length > 0 && labels.every((one) => shown.includes(one)),
			}).toEqual({ title, labels: true });
			expect(sectionOf(placed)).toContain(
				`- Refused: ${labels.map((one) => `"${one}"`).join(' or ')} `,
			);
		}
	}
	expect(found).toBeGreaterThan(30);
	expect(everything).not.toContain('*label*');
});

test('a field that starts with a value does not count as required', () => {
	for (const [, placed] of titled)
		for (const [name, field] of Object.entries({
			...inputFields(placed.operation),
			...placed.operation.settings,
		}))
			if (field.spec.initial !== undefined)
				expect(sectionOf(placed)).not.toContain(`| ${labelOf(name, field)} | \`${name}\` | yes |`);
});

test('every operation shows an output, except those that only return a file', () => {
	const withoutOutput = titled.filter(
		([, placed]) =>
			recordedOutput(placed) === undefined && placed.operation.answers.kind !== 'file',
	);
	expect(
		withoutOutput.map(([title]) => `${title}: record its output with "npm run previews"`),
	).toEqual([]);
});

test('flows show their additional fields: outcome and rows of Run and Wait', () => {
	const [, run] = titled.find(([title]) => title === 'Processing taskExecution.runAndWait')!;
	for (const name of ['outcome', 'numberOfProcessedRows', 'taskName', 'executionId'])
		expect(sectionOf(run)).toMatch(new RegExp(`^ {2}"${name}": `, 'm'));
});

test('all refusals and all notices of the declarations are printed', () => {
	for (const [, placed] of titled) {
		const section = sectionOf(placed).replace(/\\\|/g, '|');
		for (const { status, words, isOwn } of refusalsOf(placed.operation))
			expect(section).toContain(isOwn ? `| ${status} | ${words} |` : status);
		const { notice, answers } = placed.operation;
		for (const words of [notice, answers.whySecret])
			if (words !== undefined) expect(section).toContain(words);
	}
});

test.each(titled)('%s explains each status in one place', (_title, placed) => {
	const section = sectionOf(placed);
	const inTable = [...section.matchAll(/^\| ([45]\w\w) \|/gm)].map(([, status]) => status!);
	const [, others = ''] = /refused with (.*): \[what /i.exec(section) ?? [];
	expect(others.split(', ').filter((status) => inTable.includes(status))).toEqual([]);
});

test('a flow names only refusals that it can encounter', () => {
	const refusedWith = (wanted: string) => {
		const [, { operation }] = titled.find(([title]) => title === wanted)!;
		return Object.fromEntries(refusalsOf(operation).map(({ status, words }) => [status, words]));
	};
	// Only what re-runs can be refused because it cannot be re-run.
	expect(refusedWith('Processing planExecution.waitForEnd')).not.toHaveProperty('422');
	expect(refusedWith('Processing planExecution.runAndWait')).toMatchObject({
		405: expect.stringContaining('paused') as string,
		501: expect.stringContaining('not configured') as string,
	});
	for (const reruns of ['start', 'rerunFromFailedStep'])
		expect(refusedWith(`Processing planExecution.${reruns}`)['422']).toMatch(
			/^This execution cannot be re-run/,
		);
	// Members have no name that could be taken.
	for (const changes of ['addMembers', 'removeMembers'])
		expect(refusedWith(`SCIM group.${changes}`)).not.toHaveProperty('409');
	expect(refusedWith('SCIM group.patch')['409']).toMatch(/^Another group has this name/);
	// What is not there yet is no refusal where the flow makes it, or needs none.
	expect(Object.values(refusedWith('Catalog scan.scanAndWait')).join()).not.toContain(
		'run Scan and Wait first',
	);
	expect(Object.values(refusedWith('Orchestration task.upsert')).join()).not.toContain(
		'no run configuration yet',
	);
	expect(refusedWith('Orchestration task.upsert')).toHaveProperty('404');
});

test('the reference of Wait for End lists no message about starting a task', () => {
	const [, wait] = titled.find(([title]) => title === 'Processing taskExecution.waitForEnd')!;
	expect(sectionOf(wait)).not.toMatch(/did not return its ID|Starting it returned/);
});

test('each operation names its permission, or says that it is unknown, with one spelling each', () => {
	const spellings = new Map<string, string>();
	for (const [, placed] of titled) {
		expect(sectionOf(placed)).toContain(permissionLine(placed.operation));
		for (const name of neededFor(placed.operation).known.flatMap((words) => words.split(' or '))) {
			const plain = name.replace(/^TMC_/, '');
			expect(spellings.get(plain) ?? name).toBe(name);
			spellings.set(plain, name);
		}
	}
	expect(spellings.size).toBeGreaterThan(5);
});

test('links between the pages work', () => {
	const linked = new Set(['reference/README.md', 'reference/operations.json']);
	for (const [name, text] of pages)
		for (const [, link] of text.matchAll(/\]\(([^)]+)\)/g)) {
			const [path = '', anchor] = link!.split('#');
			const target = path === '' ? name : join(dirname(name), path);
			linked.add(target);
			const there =
				files.get(target) ??
				(existsSync(join(__dirname, '../../../docs', target))
					? readFileSync(join(__dirname, '../../../docs', target), 'utf8')
					: undefined);
			if (there === undefined) throw new Error(`${name} links to ${target}, which is not there`);
			if (anchor)
				expect(
					[...there.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
						heading!
							.toLowerCase()
							.replace(/[^\p{L}\p{N}\s_-]/gu, '')
							.trim()
							.replace(/\s/g, '-'),
					),
				).toContain(anchor);
		}
	expect(
		[...files.keys()].filter((name) => name.startsWith('reference/') && !linked.has(name)),
	).toEqual([]);
});

describe('the messages of an operation', () => {
	test('the messages of an operation are all on its page', () => {
		for (const [, placed] of titled)
			for (const { message } of placed.operation.messages ?? [])
				for (const words of message.split(/\{\w+\}/))
					expect(sectionOf(placed).replace(/\\\|/g, '|')).toContain(words.trim());
	});

	test('no two messages of an operation are the same in the table that says what to do', () => {
		const repeated = titled.flatMap(([title, placed]) => {
			const [, table = ''] = sectionOf(placed).split('| The node stops with | What to do |\n');
			const messages = table
				.split('\n\n')[0]!
				.split('\n')
				.map((row) => row.split(' | ')[0]);
			return messages
				.filter((message, index) => messages.indexOf(message) !== index)
				.map((message) => `${title}: ${message}`);
		});
		expect(repeated).toEqual([]);
	});

	const STILL_RUNNING = 'The plan is still running: there is nothing to re-run yet';
	const messagesOf = (title: string) =>
		(new Map<string, OperationInNode>(titled).get(title)!.operation.messages ?? []).map(
			({ message }) => message,
		);
	test('a message belongs only to the operations that can show it', () => {
		expect(messagesOf('Processing planExecution.rerunFromFailedStep')).toContain(STILL_RUNNING);
		expect(messagesOf('Processing planExecution.start')).not.toContain(STILL_RUNNING);
	});

	test.each(['Processing taskExecution.get', 'SCIM user.getMany'])(
		'an operation that is a single request has no messages of its own (%s)',
		(title) => {
			expect(messagesOf(title)).toEqual([]);
		},
	);

	test('the termination at the time limit is printed with all operations that offer it', () => {
		const terminating = everyOperation
			.filter((placed) =>
				sectionOf(placed).includes('was terminated because it did not end within'),
			)
			.map(({ resource, value }) => `${resource.value}.${value}`);
		expect(terminating.sort()).toEqual([
			'crawler.runAndWait',
			'service.deployAndWait',
			'service.redeployAndWait',
			'taskExecution.runAndWait',
		]);
	});

	test('a message is printed with what to do', () => {
		const rerun = new Map<string, OperationInNode>(titled).get(
			'Processing planExecution.rerunFromFailedStep',
		)!;
		expect(sectionOf(rerun)).toContain(
			`| ${STILL_RUNNING} | Wait for the end of execution *execution ID*, then try again. |`,
		);
	});
});
