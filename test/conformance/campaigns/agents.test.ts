/** What an agent may do with each operation, and what needs a person. */
import { type IDataObject } from 'n8n-workflow';

import { isTopLevel } from '../../../nodes/shared/declare/derived/layout';
import { allFields, inputFields } from '../../../nodes/shared/declare/derived/operationParts';
import { toolFields } from '../../../nodes/shared/declare/derived/toolFields';
import type { Field, Fields } from '../../../nodes/shared/declare/fields';
import type { Operation } from '../../../nodes/shared/declare/operation';
import { rulesOf } from '../../../tools/reference/rules';
import { allOperations, type Named } from '../../support/performing';
import { goodAnswer, goodRecord } from '../../support/scripted';
import { scriptedForAll } from '../../support/scriptedForAll';
import { NEED_NOBODY, ONE_SETTING, PREPARED } from './agentsStage';

describe('every operation', () => {
	const scripted = scriptedForAll();

	const tried = async (named: Named, parameters: IDataObject = {}) => {
		scripted.server.asked = [];
		const outputs = await scripted
			.perform(named, parameters, true)
			.catch((error: unknown) => error as Error);
		return {
			outputs,
			message: outputs instanceof Error ? outputs.message : '',
			sent: scripted.server.asked.length,
		};
	};

	const wanted = allOperations.filter(({ operation }) => 'allowAsTool' in toolFields(operation));

	test.each(wanted.map((named) => [`${named.area} ${named.name}`, named] as const))(
		'every operation with Allow the Agent to Do This is refused, without a request, until it is on: %s',
		async (_name, named) => {
			const { message, sent } = await tried(named);
			expect({ message, sent }).toEqual({
				message: expect.stringMatching(/^"Allow the Agent to Do This" must be turned on/) as string,
				sent: 0,
			});
		},
	);

	test('every DELETE request must be allowed by a person, or confirmed in workflows as well', () => {
		const confirmed = allOperations.filter(
			({ operation }) =>
				operation.kind === 'request' &&
				operation.method === 'DELETE' &&
				!wanted.some((other) => other.operation === operation),
		);
		// Those have a confirmation that a rule asks for, in a workflow, too.
		const unsure = confirmed.filter(
			({ operation: { settings = {}, rules = [] } }) =>
				!rules.some(({ field }) => settings[field]?.spec.confirms),
		);
		expect(unsure.map(({ name }) => name)).toEqual([]);
		expect(confirmed.map(({ name }) => name)).toEqual(
			expect.arrayContaining(['environment.delete', 'workspace.delete', 'ipAllowlist.delete']),
		);
	});

	test('every operation that deletes must be allowed or confirmed, whatever its method', () => {
		const guarded = (operation: Operation) => 'dryRun' in toolFields(operation);
		const deletes = allOperations.filter(({ operation }) =>
			(operation.kind === 'flow' ? operation.uses : [operation]).some(
				({ method }) => method === 'DELETE',
			),
		);
		// They end only the executions that they have started.
		expect(deletes.filter(({ operation }) => !guarded(operation)).map(({ name }) => name)).toEqual([
			'taskExecution.runAndWait',
			'service.deployAndWait',
		]);
	});

	test('every operation that replaces must be allowed or confirmed', () => {
		const replaces = allOperations.filter(({ operation: { name } }) =>
			/^(Patch|Replace|Set (for|Members|Roles)|Update Many|Create Many)/.test(name),
		);
		expect(replaces.length).toBeGreaterThan(14);
		expect(
			replaces
				.filter(
					({ operation }) =>
						!('allowAsTool' in toolFields(operation)) &&
						!Object.values(operation.settings ?? {}).some(({ spec }) => spec.confirms?.why),
				)
				.map(({ name }) => name),
		).toEqual([]);
	});

	test('a confirmation is at the top level: only there is it known whether a person set it', () => {
		const nested = (fields: Fields): string[] =>
			Object.entries(fields).flatMap(([name, { spec }]) => [
				...(spec.confirms ? [name] : []),
				...nested(spec.fields ?? {}),
			]);
		for (const { operation } of allOperations)
			for (const field of Object.values(allFields(operation))) {
				// Of a choice, one value counts only if a person set it, wherever it is.
				if (field.spec.confirms && field.spec.confirms.value === undefined)
					expect(isTopLevel(field)).toBe(true);
				expect(nested(field.spec.fields ?? {})).toEqual([]);
			}
	});

	test('a switch that decides how much is kept requires a person', () => {
		const keeps = allOperations.flatMap(({ name, operation }) =>
			Object.entries(operation.settings ?? {})
				.filter(([key, { spec }]) => key.startsWith('keep') && spec.initial === true)
				.map(([key, { spec }]) => ({
					at: `${name}: ${key}`,
					confirms: spec.confirms !== undefined,
				})),
		);
		expect(keeps.length).toBeGreaterThan(3);
		expect(keeps.filter(({ confirms }) => !confirms)).toEqual([]);
	});

	test('an operation that may change or withdraw existing data must be allowed, or has a reason in agentsStage.ts', () => {
		const SAYS_SO =
			/\b(replac|overwrit|remov|revok|withdraw|clear|drop|disabl|deactivat|rotat|tak(e|es|en) away|los(e|es|t)\b|stops? |instead of|exactly th|from now on|no longer|invalid)/i;
		const requestsOf = (operation: Operation) =>
			(operation.kind === 'flow' ? operation.uses : [operation]).filter(
				({ effect }) => effect !== 'read',
			);
		/**
		 * A request that changes what is there: sending a creation or a start again would not do the
		 * same.
		 */
		const changes = (operation: Operation) =>
			requestsOf(operation).some(({ method, effect }) => method !== 'POST' || effect === 'write');
		const saysSo = ({ name, action, description }: Operation) =>
			[name, action, description].some((text) => SAYS_SO.test(text));
		const isGuarded = ({
			answers: { whySecret: secret },
			settings = {},
			...operation
		}: Operation) =>
			secret !== undefined ||
			'allowAsTool' in toolFields({ settings, answers: {}, ...operation } as Operation) ||
			Object.values(settings).some(({ spec }) => spec.confirms?.why);
		const open = allOperations
			.filter(
				({ operation }) =>
					requestsOf(operation).length > 0 &&
					!isGuarded(operation) &&
					(changes(operation) || saysSo(operation)),
			)
			.map(({ area, name }) => `${area} ${name}`);
		const listed = Object.values(NEED_NOBODY).flat();
		expect({
			'neither guarded nor listed': open.filter((each) => !listed.includes(each)),
			'listed for nothing': listed.filter((each) => !open.includes(each)),
		}).toEqual({ 'neither guarded nor listed': [], 'listed for nothing': [] });
		expect(new Set(listed).size).toBe(listed.length);
	});

	test('an operation listed as changing one setting has no field for a list, a sign-in or a permission', () => {
		const fieldsOf = (each: string) =>
			allOperations
				.filter(({ area, name }) => `${area} ${name}` === each)
				.flatMap(({ operation }) =>
					Object.entries<Field>({ ...inputFields(operation), ...operation.settings }).filter(
						([key, field]) =>
							!(key === 'clearFields' && rulesOf(field).includes('one of: `description`')),
					),
				);
		const more = ONE_SETTING.flatMap((each) =>
			fieldsOf(each)
				.filter(
					([name, { spec }]) =>
						['choices', 'json', 'list', 'object', 'pairs', 'rows', 'spread'].includes(spec.kind) ||
						/^(active|admin|login|owner|password|permissions|roles?)(Ids?)?$/.test(name) ||
						spec.secret === true,
				)
				.map(([name]) => `${each}: ${name}`),
		);
		// A new environment needs its owner; that of an existing one stays.
		expect(more).toEqual(['Orchestration environment.upsert: owner']);
	});

	test('every operation that requires a person has a dry run, which only reads and says what would be sent', async () => {
		const guarded = allOperations.filter(({ operation }) => 'dryRun' in toolFields(operation));
		for (const named of guarded) {
			const { outputs } = await tried(named, { ...PREPARED[named.name], dryRun: true });
			const wouldSend = expect.arrayContaining([
				expect.stringMatching(/^(DELETE|PATCH|POST|PUT) \//),
			]) as string[];
			expect({ at: named.name, outputs }).toMatchObject({
				outputs: [
					{
						json: {
							dryRun: true,
							action: named.operation.action,
							wouldSend,
							result: 'Nothing was changed.',
						},
					},
				],
			});
			expect(
				scripted.server.asked
					.filter(({ operation }) => operation?.effect !== 'read')
					.map(({ method, path }) => `${named.name}: ${method} ${path}`),
			).toEqual([]);
		}
		expect(guarded.length).toBeGreaterThan(100);
	});

	test('every operation whose output is secret is refused without a request', async () => {
		const secret = allOperations.filter(({ operation }) => operation.answers.whySecret);
		for (const named of secret)
			expect(await tried(named, { allowAsTool: true })).toMatchObject({
				message: expect.stringMatching(
					/ is not for agents, because its output is secret: /,
				) as string,
				sent: 0,
			});
		expect(secret.length).toBeGreaterThan(8);
	});

	test('every operation with something sensitive in its output hides it from a model', async () => {
		const sensitive = allOperations.filter(
			({ operation }) =>
				operation.kind === 'request' && operation.answers.sensitive && !operation.answers.whySecret,
		);
		for (const named of sensitive) {
			const marks = Object.fromEntries(
				named.operation.answers.sensitive!.map((name) => [name, { inside: 's3cr3t' }]),
			);
			scripted.server.script = ({ operation, path }) => {
				if (!operation) return undefined;
				// An update reads the record first, and checks that it is the right one.
				const record = {
					...goodRecord(operation.answers, 0),
					id: path.split('/').at(-1),
					...marks,
					nested: [marks],
				};
				return {
					...goodAnswer(operation),
					body: JSON.stringify(operation.answers.kind === 'list' ? [record] : record),
				};
			};
			const { outputs } = await tried(named, { simplify: false, allowAsTool: true });
			expect(outputs).toHaveLength(1);
			expect(JSON.stringify(outputs)).toContain('not shown to agents');
			expect(JSON.stringify(outputs)).not.toContain('s3cr3t');
			expect(JSON.stringify(await scripted.perform(named, { simplify: false }))).toContain(
				's3cr3t',
			);
		}
		expect(sensitive.length).toBeGreaterThan(5);
	});
});
