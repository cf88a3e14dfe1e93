/**
 * Names that several records have, or none, and names that only look the same.
 */
import type { IDataObject } from 'n8n-workflow';

import { byName, entryOf, get, resolved, tasks } from './namesStage';

describe('a name of several records, or of none', () => {
	test('a name that no record has is refused', async () => {
		await expect(resolved(get(tasks()), { taskId: byName('three') })).rejects.toMatchObject({
			field: 'taskId',
			label: 'Task',
			rule: 'is "three", which was not found: check the spelling, or choose the task from the list, which has all that the credential can access',
		});
	});

	test('a name in other letter case is refused with the name that the record has', async () => {
		await expect(
			resolved(get(tasks()), { taskId: byName('load  CUSTOMERS') }, () => [
				{ id: 1, name: 'Other' },
				{ id: 2, name: 'Load customers' },
			]),
		).rejects.toMatchObject({
			rule: expect.stringMatching(
				/^is "load\[2 blanks\]CUSTOMERS", which was not found, but "Load customers" was: check the spelling/,
			) as string,
		});
	});

	test('a whole document in place of a name is shortened in the refusal', async () => {
		await expect(
			resolved(get(tasks()), { taskId: byName('<p>'.repeat(10_000)) }),
		).rejects.toMatchObject({
			rule: expect.stringMatching(/^is "(<p>){66}<…", which was not found/) as string,
		});
	});

	test.each([
		['Load customers', 'Load\u00a0customers'],
		['Load\u00a0customers', 'Load customers'],
		['Load customers', 'Load  customers'],
		['Load customers', 'Load cus\u200btomers\ufeff'],
		['Load customers\u00ad', 'Load customers'],
		['Zürich', 'Zu\u0308rich\u200b'],
		['Zu\u0308rich', 'Zürich'],
		['👨‍👩‍👧', '👨\u200d👩\u200d👧'],
		['Load-customers', 'Load\u2011customers'],
		['Load customers', 'Load\u3000customers'],
		['Load customers', 'Load\u2800customers\u0085'],
		['Ze\u0301ro', 'Ze\u200b\u0301ro'],
	])('%j looks the same as %j', async (given, called) => {
		// The platform finds only what has the text that it is asked for.
		const all = [
			{ id: 1, name: called },
			{ id: 2, name: 'Other' },
		];
		const { values } = await resolved(get(tasks()), { taskId: byName(given) }, ({ name }) =>
			all.filter((each) => name === undefined || each.name.includes(String(name))),
		);
		expect(values.taskId).toBe('1');
	});

	describe('a name with letters that can be written in two ways', () => {
		const composed = { id: 1, name: 'Zürich' };
		const decomposed = { id: 2, name: 'Zu\u0308rich' };
		const hyphenated = { id: 4, name: 'Zü\u00adrich' };
		const hiddenInOne = { id: 3, name: 'Zürich\u200b' };
		const found = async (name: string, all: IDataObject[]) =>
			(
				await resolved(get(tasks()), { taskId: byName(name) }, (asked) =>
					all.filter(
						(each) => asked.name === undefined || String(each.name).includes(String(asked.name)),
					),
				)
			).values.taskId;

		test.each([composed, decomposed])(
			'$name is the record with this spelling: $id',
			async (one) => {
				expect(await found(one.name, [composed, decomposed])).toBe(String(one.id));
			},
		);

		test('a name is refused if two look like it, even if the platform finds only one of them', async () => {
			await expect(found('Zürich', [hyphenated, hiddenInOne])).rejects.toMatchObject({
				rule: expect.stringContaining('matches 2 records') as string,
			});
		});
	});

	test('an exact name wins over one that only looks the same', async () => {
		const both = [
			{ id: 1, name: 'Load\u00a0customers' },
			{ id: 2, name: 'Load customers' },
		];
		const { values } = await resolved(get(tasks()), { taskId: byName('Load customers') }, both);
		expect(values.taskId).toBe('2');
	});

	test('the refusal of several names that look the same shows their invisible characters', async () => {
		const both = [
			{ id: 1, name: 'Load\u00a0customers' },
			{ id: 2, name: 'Load  customers' },
			{ id: 3, name: 'Load custom\u200bers' },
		];
		await expect(
			resolved(get(tasks()), { taskId: byName('Load customers') }, both),
		).rejects.toMatchObject({
			rule: 'is "Load customers", which matches 3 records: they differ in invisible characters, choose one by ID (1: Load[U+00A0]customers; 2: Load[2 blanks]customers; 3: Load custom[U+200B]ers)',
		});
	});

	test.each([
		['Production/Sales/CRM', 'Load customers'],
		['Production/Sales', 'CRM/Load customers'],
		['Pro/duction/Sales', 'CRM/Load/customers'],
		['Production/Sales', 'Load customers'],
	])(
		'a name that does not identify one record is found by its path, whatever contains slashes: %s, %s',
		async (container, name) => {
			const all = [
				{ id: 1, name, container },
				{ id: 2, name, container: 'Test/Sales' },
			];
			const used = tasks({
				entry: (record) => ({ ...entryOf(record), container: String(record.container) }),
			});
			const { values } = await resolved(
				get(used),
				{ taskId: byName(`${container} / ${name}`) },
				(asked) => all.filter((each) => asked.name === undefined || each.name === asked.name),
			);
			expect(values.taskId).toBe('1');
		},
	);

	test('a path that several records have is refused', async () => {
		const used = tasks({
			entry: (record) => ({ ...entryOf(record), container: String(record.container) }),
		});
		const all = [
			{ id: 1, name: 'D', container: 'A/B/C' },
			{ id: 2, name: 'C/D', container: 'A/B' },
		];
		await expect(
			resolved(get(used), { taskId: byName('A/B/C/D') }, (asked) =>
				all.filter((each) => asked.name === undefined || each.name === asked.name),
			),
		).rejects.toMatchObject({ rule: expect.stringContaining('matches 2 records') as string });
	});

	test('a name that several records have is refused, with their differences', async () => {
		const several = [
			{ id: 1, name: 'A', description: 'Production' },
			{ id: 2, name: 'A' },
			{ id: 3, name: 'B' },
		];
		await expect(resolved(get(tasks()), { taskId: byName('A') }, several)).rejects.toMatchObject({
			field: 'taskId',
			rule: 'is "A", which matches 2 records: choose one by ID (1: Production; 2)',
		});
	});
});
