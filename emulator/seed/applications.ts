/** The demo's preparations, API definition and test project. */
import { DAY } from '../../nodes/shared/support/time/time';
import { apiDefinitions, apiTests } from '../areas/designer/designerStore';
import { preparations } from '../areas/preparation/preparationStore';
import { users } from '../areas/scim/scimStore';
import type { Clock } from '../state/clock';
import type { State } from '../state/state';

/** Names of the demo's records. */
export const DEMO_APPLICATIONS = {
	definition: 'Invoices API',
	test: 'Invoices smoke test',
	preparation: 'customers_preparation',
} as const;

const CONTENT = {
	openapi: '3.0.3',
	info: {
		title: DEMO_APPLICATIONS.definition,
		version: '1.0.0',
		description: 'Invoices of the finance team',
	},
	paths: { '/invoices': { get: { responses: { 200: { description: 'The invoices' } } } } },
};

export function seedApplications(state: State, clock: Clock): void {
	const at = clock.now() - 15 * DAY;
	const [owner] = users.all(state);
	const sharing = () => ({
		users: [{ userId: owner!.id, level: { code: 'OWNER' } }],
		groups: [],
		tenantSharing: [],
	});
	const { title: name, version, description } = CONTENT.info;
	const content = Buffer.from(JSON.stringify(CONTENT));
	apiDefinitions.add(state, {
		id: '5f8e1d2c3b4a59687786f5e4',
		apiId: state.objectId(),
		name,
		version,
		description,
		format: 'OpenApi3',
		mediaType: 'application/json',
		content,
		createdAt: at,
		changedAt: at,
		by: 'ana.demo',
		sharing: sharing(),
	});
	apiTests.add(state, {
		id: '5f8e1d2c3b4a59687786f5e5',
		name: DEMO_APPLICATIONS.test,
		sharing: sharing(),
	});
	for (const [preparation, hasRun] of [
		[DEMO_APPLICATIONS.preparation, true],
		['invoices_preparation', true],
		['orders_preparation', false],
	] as const)
		preparations.add(state, { name: preparation, hasRun });
}
