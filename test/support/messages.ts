/** The messages of a call, for calls that tests make themselves. */
import { refusalOf } from '../../nodes/shared/declare/input/badInput';
import { filled, type Hint, type Problem } from '../../nodes/shared/declare/messages';

/** @param hints where hints are collected */
export const showing = (hints: string[] = []) => ({
	hint: (said: Hint | string, values?: unknown) => void hints.push(typeof said === 'string' ? said : filled(said.message, values)),
	problem: (said: Problem | string, values?: unknown, lines?: string[]) =>
		typeof said === 'string' ? Object.assign(new Error(said), { description: values, lines }) : Object.assign(new Error(filled(said.message, values)), { description: filled(said.todo, values), lines }),
	refusal: refusalOf,
});
