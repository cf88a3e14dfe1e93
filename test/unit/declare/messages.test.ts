import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { nothing } from '../../../nodes/shared/declare/answers';
import { flow, operation } from '../../../nodes/shared/declare/define';
import { filled, hint, problem, requirement } from '../../../nodes/shared/declare/messages';
import type { OperationContext } from '../../../nodes/shared/declare/operation';
import { ENGINE_MESSAGES } from '../../../nodes/shared/engine/engineMessages';
import { everyOperation } from '../../../platform/operations';

const GONE = problem('{noun} {id} was not found', 'Check {noun}.');
const LATE = hint('It is late');
const WRONG = requirement('id', 'ID', 'must not be {given}');

test('a value is not treated as a placeholder', () => {
	expect(filled(GONE.message, { noun: 'Task', id: '{noun} $1' })).toBe(
		'Task {noun} $1 was not found',
	);
});

test('a message without placeholders stays as it is', () => {
	expect(filled('Nothing to fill')).toBe('Nothing to fill');
});

test('the types allow an operation only the messages that it declares, with all of their values', () => {
	const reported = { name: 'Do', action: 'Do it', description: 'Does it', answers: nothing() };
	const showing = (op: OperationContext<typeof GONE>) => op.problem(GONE, { noun: 'Task', id: 1 });
	const checked = [
		flow({
			...reported,
			fields: {},
			uses: [],
			messages: [GONE, LATE],
			run: async (op) => {
				op.hint(LATE);
				// @ts-expect-error LATE has no placeholder
				op.hint(LATE, { id: 1 });
				// @ts-expect-error WRONG is not declared
				op.refusal(WRONG, { given: 1 });
				// @ts-expect-error the ID is missing
				op.problem(GONE, { noun: 'Task' });
				// @ts-expect-error a hint is no reason to stop
				op.problem(LATE);
				return await Promise.reject(showing(op));
			},
		}),
		flow({
			...reported,
			fields: {},
			uses: [],
			messages: [LATE],
			// @ts-expect-error what it calls shows GONE, which it does not declare
			run: async (op) => await Promise.reject(showing(op)),
		}),
		operation('GET /things', {
			...reported,
			messages: [GONE],
			perform: async (op) => await Promise.reject(showing(op)),
		}),
		operation('GET /things', {
			...reported,
			// @ts-expect-error the same in an operation
			perform: async (op) => await Promise.reject(showing(op)),
		}),
		operation('GET /things', {
			...reported,
			readFirst: {
				get: operation('GET /thing', reported),
				keep: {},
				// @ts-expect-error and in what is read first
				check: (op) => void showing(op),
			},
		}),
	];
	expect(checked).toHaveLength(5);
});

describe('the declared messages', () => {
	const nodes = join(__dirname, '../../../nodes');
	const files = readdirSync(nodes, { recursive: true, encoding: 'utf8' }).filter((name) =>
		name.endsWith('.ts'),
	);
	const codeOf = (names: string[]) =>
		names.map((name) => readFileSync(join(nodes, name), 'utf8')).join('\n');
	const code = codeOf(files);

	const declaredMessages = [
		...new Set(everyOperation.flatMap(({ operation: { messages = [] } }) => messages)),
	];

	test('each declared message has a text', () => {
		expect(declaredMessages.length).toBeGreaterThan(50);
		for (const each of declaredMessages) expect(each.message).toMatch(/[a-z]{3,}/);
	});

	test('each problem says what to do', () => {
		for (const each of declaredMessages)
			if (each.kind === 'problem') expect(each.todo).toMatch(/[a-z]{3,}/);
	});

	test('the declared messages are each used by some code', () => {
		const names = [...code.matchAll(/\bconst (\w+) = (?:problem|hint|requirement)\(/g)].map(
			([, name]) => name!,
		);
		const shown = [...code.matchAll(/(?:\.(?:problem|hint|refusal)|\bfilled)\(([^()]*)/g)]
			.map(([, given]) => given)
			.join(' ');
		const all = [
			...names,
			...Object.keys(ENGINE_MESSAGES).map((name) => `ENGINE_MESSAGES.${name}`),
		];
		expect(all.filter((name) => !new RegExp(`\\b${name}\\b`).test(shown))).toEqual([]);
		expect(names.length).toBeGreaterThan(50);
	});

	test('the declared messages are the only ones that operations and flows use', () => {
		const own = codeOf(
			files.filter((name) => /^TalendCloud\w+\/(?!\w+Trigger)|^shared\/flows\//.test(name)),
		);
		expect(own.match(/new (?:BadInput|MissingInput|NodeOperationError)\(/g) ?? []).toEqual([]);
		// What is refused without a call would not be required to be declared.
		expect(own.match(/refusalOf\((?!same,)/g) ?? []).toEqual([]);
	});
});
