/** Hints beside the output; all items of a node run show one about each subject. */
import { filled } from '../../declare/messages';
import type { N8nContext } from '../../n8n/contexts';
import { truncated } from '../../support/text/truncate';
import { ENGINE_MESSAGES } from '../engineMessages';
import type { RunState } from './runState';

/**
 * Shows a hint beside the output. Tools and older versions of n8n cannot show hints, so there the
 * hint is logged.
 * @param subject what the hint is about: a run shows only one hint about each subject, even if the
 * texts differ
 */
export function addHint(
	context: N8nContext,
	{ hints }: RunState,
	message: string,
	subject = message,
): void {
	if (hints.has(subject)) return;
	hints.add(subject);
	if ('addExecutionHints' in context)
		context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	else context.logger.warn(message);
}

/**
 * Takes note of a field that was left out because its value was blank; all rows of a form count as
 * one field.
 */
export function noteLeftOut({ leftOut }: RunState, label: string, itemIndex: number): void {
	const name = label.replace(/, row \d+/g, '');
	leftOut.set(name, (leftOut.get(name) ?? new Set()).add(itemIndex));
}

/**
 * Adds a hint that says into which entries a text was divided, because its field takes a list; one
 * hint for each field.
 */
export function hintDivided(
	context: N8nContext,
	nodeRun: RunState,
	label: string,
	entries: readonly string[],
): void {
	const field = label.replace(/, row \d+/g, '');
	const values = { label: field, count: entries.length, first: truncated(entries[0]!, 60) };
	addHint(context, nodeRun, filled(ENGINE_MESSAGES.divided.message, values), `divided ${field}`);
}
