/** The messages of a call, for calls that tests make themselves. */
import { refusalOf } from '../../nodes/shared/declare/input/badInput';
import { filled, type Hint, type Problem } from '../../nodes/shared/declare/messages';

/** @param hints where hints are collected */
export const showing = (hints: string[] = []) => ({
	hint: ({ message }: Hint, values?: unknown) => void hints.push(filled(message, values)),
	problem: ({ message, todo }: Problem, values?: unknown, lines?: string[]) =>
		Object.assign(new Error(filled(message, values)), { description: filled(todo, values), lines }),
	refusal: refusalOf,
});
