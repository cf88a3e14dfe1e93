/**
 * No field that one of the two descriptions of the platform calls a secret reaches a model
 * undeclared.
 */
import { allOperations } from '../../support/performing';
import { HARMLESS, hides, LOOKS_SECRET, namesOf } from './secretAnswersStage';

test('a field of an answer that looks like a secret is declared, or hidden by its name', () => {
	const looking = allOperations.flatMap(({ name, operation }) =>
		namesOf(operation)
			.filter((field) => LOOKS_SECRET.test(field))
			.map((field) => ({ at: `${name}: ${field}`, field, operation })),
	);
	expect(looking.length).toBeGreaterThan(20);
	expect(
		looking
			.filter(({ field, operation }) => !hides(operation, field) && !(field in HARMLESS))
			.map(({ at }) => at),
	).toEqual([]);
	expect(
		Object.keys(HARMLESS).filter((name) => !looking.some(({ field }) => field === name)),
	).toEqual([]);
});
