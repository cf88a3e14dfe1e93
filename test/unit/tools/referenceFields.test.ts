/**
 * The tables of the reference against what n8n shows: each input with its parameter, when it is
 * shown, how it is given, and whether it must be.
 */
import { allFields } from '../../../nodes/shared/declare/derived/operationParts';
import { everyOperation } from '../../../platform/operations';
import { findings, inputsOf, isOfForm, pages, rowsOf, sectionOf } from './referenceFieldsStage';

test.each(
	everyOperation.map(
		(placed) => [`${placed.area} ${placed.resource.value}.${placed.value}`, placed] as const,
	),
)('the reference of %s has a row for each input', (_title, placed) => {
	const section = sectionOf(placed);
	const rows = rowsOf(section);
	const inputs = inputsOf(placed);
	const fields = allFields(placed.operation);
	// Pairs have the same two inputs everywhere: the index describes them. A former field only keeps
	// what saved workflows have.
	const described = inputs.filter(
		(input) =>
			!fields[input.property.name]?.spec.former &&
			!isOfForm(input) &&
			!(input.depth > 0 && ['name', 'value'].includes(input.property.name)),
	);
	const wrong = described.flatMap((input) => {
		const own = rows.filter(({ parameter }) => parameter === input.property.name);
		const atDepth = own.filter(({ depth }) => depth === input.depth);
		const candidates =
			atDepth.length > 0 ? atDepth : own.filter(({ depth }) => depth === input.depth + 1);
		if (candidates.length === 0) return [`${input.property.name} has no row`];
		const all = candidates.map((row) => findings(input, row, inputs));
		return all.some((each) => each.length === 0)
			? []
			: all[0]!.map((words) => `${input.property.name} ${words}`);
	});
	expect(wrong).toEqual([]);
	const [example] = [...section.matchAll(/^Example input.*\n\n```json\n([^]*?)```/gm)].map(
		([, json]) => JSON.parse(json!) as object,
	);
	expect(example).toMatchObject({ resource: placed.resource.value, operation: placed.value });
	expect(section).toMatch(/^Output[^\n]*: /m);
	expect(section).toMatch(/^Permissions?: /m);
	expect(section).toMatch(/refused with|^Refusals: /im);
});

test('hints that consist of placeholders alone are not printed', () => {
	for (const [, text] of pages)
		expect(text).not.toMatch(/^- Hint on the node: (\*[^*]+\*[ .]*)+$/m);
});
