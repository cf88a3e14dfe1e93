/** The additional fields of an operation if a model uses the node as a tool. */
import { boolean, type Fields } from '../fields';
import type { Operation } from '../operation';
import { requestsOf } from './operationParts';

const allowAsToolField = boolean('Whether the agent may run this operation')
	.label('Allow the Agent to Do This')
	.confirms()
	.initial(false)
	.shownWhen({ '@tool': [true] });

const dryRunField = boolean('Whether to only show what would be sent')
	.initial(false)
	.shownWhen({ '@tool': [true] });

export function toolFields(declared: Operation): Fields {
	const areDeletionsAllowed = declared.kind === 'flow' && declared.deletionsNeedNoPermission;
	const deletes =
		!areDeletionsAllowed && requestsOf(declared).some(({ method }) => method === 'DELETE');
	const isConfirmed = Object.values(declared.settings ?? {}).some(
		({ spec }) => spec.confirms && spec.confirms.value === undefined,
	);
	const mustAllow = declared.destructive === true || (deletes && !isConfirmed);
	return {
		...(mustAllow ? { allowAsTool: allowAsToolField } : {}),
		...(mustAllow || deletes || isConfirmed ? { dryRun: dryRunField } : {}),
	};
}
