/**
 * Operations that start or create something meet four faults at each of their requests, with each
 * choice for failures where it matters. What was started or created is counted at the server:
 * never two where one was meant, whatever n8n repeats. All other operations meet one fault, with
 * one of the choices.
 */
import { type NodeResult, type NodeRun, nodeTypes } from '../../support/engine';
import { allOperations } from '../../support/performing';
import { report } from '../../support/report';
import { ALL, isTried } from '../../support/share';
import { isStart } from './faultsStage';
import {
	begins,
	CANNOT,
	CHOICES,
	counted,
	type Fault,
	FAULTS,
	NAMED_OTHERWISE,
	ran,
	RETRY,
	WAS_DONE,
} from './faultsTriesStage';

describe('nothing is started or created twice', () => {
	const beginning = allOperations.filter(begins);
	const never: string[] = [];
	let cases = 0;
	let starts = 0;

	test.each(beginning.map((named) => [`${named.area} ${named.name}`, named] as const))(
		'%s starts and creates nothing twice, whichever of its requests meets a fault',
		async (_name, named) => {
			const plain = await ran(named, {});
			expect(plain.result.error?.message).toBe(CANNOT[named.name]);
			// What an operation begins of one kind when all goes well: batches, several members.
			const meant = counted(plain.done);
			if (meant.size === 0) never.push(named.name);
			const wrong: string[] = [];
			for (const [at, request] of plain.sent.entries())
				for (const fault of FAULTS)
					// Where what fails begins nothing, how the run continues differs only by whether n8n
					// tries again.
					for (const { what: choice, more } of isStart(request) ? CHOICES : [RETRY]) {
						if (!isTried()) continue;
						const { done } = await ran(named, more, at, fault);
						cases++;
						starts += done.length;
						for (const [key, count] of counted(done))
							if (count > (meant.get(key) ?? 0))
								wrong.push(
									`${fault.what} at request ${at + 1}, ${choice}: ${count} × ${key.slice(0, 120)}`,
								);
					}
			expect(wrong).toEqual([]);
		},
	);

	test('every operation that starts or creates something did so, with faults at many of its requests', () => {
		report(
			`${beginning.length} operations, ${cases} runs with a fault, ${starts} starts and creations`,
		);
		expect(never).toEqual(Object.keys(CANNOT));
		expect(cases).toBeGreaterThan(ALL ? 500 : 200);
	});
});

test('the error of an item names what was started or created for it earlier', async () => {
	const wrong: string[] = [];
	let cases = 0;
	const faults: Fault[] = [FAULTS[0]!, { what: 'nothing', answer: () => ({ status: 200 }) }];
	for (const named of allOperations.filter(begins)) {
		const plain = await ran(named, {});
		for (const at of plain.sent.keys())
			for (const fault of faults) {
				const { done, result } = await ran(named, {}, at, fault);
				const known = done.filter(({ asked }) => asked.operation?.method === 'POST');
				if (!result.error || known.length === 0) continue;
				cases++;
				const words = `${result.error.message} ${result.error.description}`;
				const unnamed = known.filter(
					({ id, asked }) =>
						!(asked.operation?.answers.kind === 'record'
							? words.includes(id)
							: WAS_DONE.test(words)) && !NAMED_OTHERWISE[named.name]?.test(words),
				);
				if (unnamed.length > 0)
					wrong.push(
						`${named.name}, request ${at + 1}, ${fault.what}: ${unnamed.map(({ asked }) => `${asked.method} ${asked.path}`).join(', ')}: ${words}`,
					);
			}
	}
	report(`${cases} errors after something was started or created`);
	expect(cases).toBeGreaterThan(10);
	expect(wrong).toEqual([]);
});

test('failures go where the user chose, for operations that start and create nothing', async () => {
	const places: Array<{ more: Partial<NodeRun>; holds: (result: NodeResult) => boolean }> = [
		{ more: {}, holds: ({ error }) => error?.httpCode === '403' },
		{
			more: { onError: 'continueRegularOutput' },
			holds: ({ error, items }) =>
				!error && items.length === 1 && items[0]!.json.error !== undefined,
		},
		{
			more: { onError: 'continueErrorOutput' },
			holds: ({ error, items, errorItems }) =>
				!error &&
				items.length === 0 &&
				errorItems.length === 1 &&
				errorItems[0]!.json.error !== undefined,
		},
	];
	const wrong: string[] = [];
	const others = allOperations.filter((named) => !begins(named));
	let cases = 0;
	for (const [index, named] of others.entries()) {
		const { more, holds } = places[index % places.length]!;
		const { result, sent } = await ran(named, more, undefined, FAULTS[0]);
		// What asks nothing where nothing was given is no case.
		if (sent.length === 0) continue;
		cases++;
		if (!holds(result))
			wrong.push(
				`${named.name}, ${JSON.stringify(more)}: ${result.error?.message ?? 'no error'}, ${result.items.length} items, ${result.errorItems.length} beside`,
			);
	}
	report(`${others.length} operations that begin nothing, ${cases} runs with a fault`);
	expect(cases).toBeGreaterThan(others.length * 0.9);
	expect(wrong).toEqual([]);
});

test('all nodes are tried', () => {
	expect(new Set(allOperations.map(({ area }) => area))).toEqual(new Set(Object.keys(nodeTypes)));
});
