import { type Output, records } from '../../shared/declare/answers';
import { operation, resource } from '../../shared/declare/define';
import { text } from '../../shared/declare/fields';
import { allAtOnce } from '../../shared/declare/lists/paging';
import type { OperationContext, RequestOperation } from '../../shared/declare/operation';
import { FROM_HELP } from '../../shared/declare/origin';
import type { Input } from '../../shared/declare/runtime/context';

const getMany = operation('GET /transform/preparations/automation/preparations', {
	name: 'Get Many',
	action: 'Get many preparations that can be run automatically',
	description:
		'List the preparations that can be run through the API. Someone must have run them successfully once, with a destination other than a download.',
	origin: FROM_HELP,
	settings: { name: text('Only preparations whose name contains this').eg('customers').optional() },
	pages: allAtOnce,
	answers: records('vendor:data-preparation/Preparation', { key: 'id' }),
	perform: listPreparations,
});

async function listPreparations(
	op: OperationContext,
	request: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const { name, returnAll, limit } = input.settings as {
		name?: string;
		returnAll?: boolean;
		limit?: number;
	};
	const matches = (await op.list(request, {})).filter(
		(each) =>
			name === undefined ||
			String(each.name ?? '')
				.toLowerCase()
				.includes(name.toLowerCase()),
	);
	return (returnAll === true ? matches : matches.slice(0, limit)).map((json) => ({ json }));
}

export const preparation = resource(
	'preparation',
	'Preparation',
	{ getMany },
	'Steps that clean and format a dataset',
);
