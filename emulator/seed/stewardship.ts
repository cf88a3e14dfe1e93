/**
 * The demo's campaign: rows that the task "Load invoices" rejected, for the people of the finance
 * team.
 */
import { DAY } from '../../nodes/shared/support/time/time';
import { campaigns, dataModels, semanticTypes, tasks } from '../areas/stewardship/stewardshipStore';
import type { Clock } from '../state/clock';
import type { State } from '../state/state';

/** Names of the demo's campaign and data model. */
export const DEMO_STEWARDSHIP = {
	campaign: 'rejected-invoices',
	label: 'Rejected invoices',
	dataModel: 'rejected_invoices',
	semanticType: 'COST_CENTER',
} as const;

/** What "Load invoices" rejects: some amounts differ from the order, some customers are missing. */
export const REJECTED_INVOICES = Array.from({ length: 17 }, (_, index) => ({
	number: `INV-${2001 + index}`,
	customer: index % 4 === 3 ? '' : ['Northwind', 'Contoso', 'Fabrikam'][index % 3]!,
	amount: 95.5 * (index + 1),
	reason: index % 4 === 3 ? 'The customer is missing' : 'The amount differs from the order',
}));

const field = (name: string, type: string, { isOptional = false } = {}) => ({
	name,
	displayName: name,
	type,
	required: !isOptional,
});

const FIELDS = [
	field('number', 'text'),
	field('customer', 'text', { isOptional: true }),
	field('amount', 'decimal'),
	field('dueDate', 'date', { isOptional: true }),
	field('reason', 'text', { isOptional: true }),
];

const WORKFLOW = {
	name: 'default workflow',
	states: [
		{
			name: 'New',
			label: 'New',
			transitions: [{ name: 'Resolve', targetStateName: 'Resolved' }],
		},
		{
			name: 'Resolved',
			label: 'Resolved',
			transitions: [{ name: 'Reopen', targetStateName: 'New' }],
		},
	],
};

/** The customers of the tasks, and to whom they are assigned. */
const TASKS: ReadonlyArray<readonly [customer: string, assignee: string | undefined]> = [
	['Northwind', 'bao.nguyen'],
	['', 'chloe.martin'],
	['Contoso', undefined],
];

export function seedStewardship(state: State, clock: Clock): void {
	const createdAt = clock.now() - 20 * DAY;
	const made = { createdAt, changedAt: createdAt, by: 'ana.demo' };
	seedCampaign(state, made);
	seedTasks(state, clock.now() - DAY);
	semanticTypes.add(state, {
		id: state.objectId(),
		state: 'PUBLISHED',
		content: {
			name: DEMO_STEWARDSHIP.semanticType,
			label: 'Cost center',
			type: 'DICT',
			validationMode: 'EXACT',
		},
		values: [['CC-100'], ['CC-200']],
		...made,
		publishedAt: createdAt,
	});
}

/** Adds a campaign and its data model. */
function seedCampaign(
	state: State,
	made: { createdAt: number; changedAt: number; by: string },
): void {
	dataModels.add(state, {
		id: DEMO_STEWARDSHIP.dataModel,
		displayName: DEMO_STEWARDSHIP.label,
		description: 'Invoices that Load invoices could not load',
		fields: structuredClone(FIELDS),
		version: 1,
		...made,
	});
	campaigns.add(state, {
		id: DEMO_STEWARDSHIP.campaign,
		number: state.objectId(),
		label: DEMO_STEWARDSHIP.label,
		description: 'Correct the invoices that could not be loaded',
		owners: ['ana.demo'],
		taskType: 'RESOLUTION',
		schemaRef: {
			namespace: 'org.talend.schema',
			name: DEMO_STEWARDSHIP.dataModel,
			version: 1,
			displayName: DEMO_STEWARDSHIP.label,
		},
		workflow: structuredClone(WORKFLOW),
		participants: { Steward: ['bao.nguyen', 'chloe.martin'] },
		...made,
	});
}

function seedTasks(state: State, createdAt: number): void {
	for (const [index, [customer, assignee]] of TASKS.entries())
		tasks.add(state, {
			campaign: DEMO_STEWARDSHIP.campaign,
			type: 'RESOLUTION',
			assignee,
			record: {
				number: `INV-${1001 + index}`,
				customer,
				amount: 120.5 * (index + 1),
				reason: customer === '' ? 'The customer is missing' : 'The amount differs from the order',
			},
			createdAt,
			invalid: customer === '' ? ['customer'] : [],
		});
}
