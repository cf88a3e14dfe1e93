/**
 * Every operation, against a platform whose records have all their fields, each with another type
 * than declared, or null: the node outputs what it received, or refuses it with its own message,
 * never with a JavaScript error.
 */
import { nodeTypes } from '../../support/engine';
import { OF_JAVASCRIPT } from '../../support/ofJavaScript';
import { allOperations, parametersFor } from '../../support/performing';
import { report } from '../../support/report';
import { isTried } from '../../support/share';
import { oddAnswer, OTHER_TYPES, scripted } from './answersOfOtherTypesStage';

describe('no operation breaks off', () => {
	let tried = 0;
	let refused = 0;

	test.each(Object.keys(nodeTypes))(
		'no operation of %s crashes on a value of another type',
		async (node) => {
			const findings: string[] = [];
			for (const named of allOperations.filter(({ area }) => area === node))
				for (const [what, way] of Object.entries(OTHER_TYPES)) {
					if (!isTried()) continue;
					scripted.server.script = ({ operation }) =>
						operation ? oddAnswer(operation, way) : undefined;
					tried++;
					const reported = await scripted
						.perform(named, parametersFor(named.operation))
						.catch((error: unknown) => error as Error & { description?: string });
					if (!(reported instanceof Error)) continue;
					refused++;
					if (OF_JAVASCRIPT.test(`${reported.message} ${reported.description ?? ''}`))
						findings.push(
							`${named.name}, ${what}: ${reported.message} | ${reported.description ?? ''}`,
						);
				}
			expect(findings).toEqual([]);
		},
	);

	test('the answers are a mixture of those that are refused and those that are output', () => {
		report(`Answers of other types: ${tried} tried, ${refused} refused`);
		expect(refused).toBeGreaterThan(0);
		expect(tried - refused).toBeGreaterThan(allOperations.length / 3);
	});
});
