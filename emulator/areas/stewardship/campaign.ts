/** Campaigns: addressed by their names, and owned by those who may load tasks. */
import { withoutUndefined } from '../../../nodes/shared/support/json';
import { type Handlers, ok, type Request } from '../../handler';
import { badRequest, notFound, Refusal } from '../../refusals';
import type { State } from '../../state/state';
import { collection } from '../collection';
import { userByLogin } from '../scim/scimStore';
import { NAMESPACE, userView } from './dataModel';
import { type Campaign, campaigns, dataModels, tasks } from './stewardshipStore';

const USUAL = {
	name: 'default workflow',
	states: [
		{ name: 'New', label: 'New', transitions: [{ name: 'Resolve', targetStateName: 'Resolved' }] },
		{
			name: 'Resolved',
			label: 'Resolved',
			transitions: [{ name: 'Reopen', targetStateName: 'New' }],
		},
	],
};

const view = (
	{
		id,
		number,
		label,
		description,
		owners,
		taskType,
		schemaRef,
		taskResolutionDelay,
		workflow,
		createdAt,
		changedAt,
		by,
	}: Campaign,
	state: State,
) =>
	withoutUndefined({
		id: number,
		name: id,
		label,
		description,
		owners,
		ownersDetail: owners.map((login) => userView(state, login)),
		status: 'STARTED',
		taskType,
		schemaRef,
		taskResolutionDelay,
		workflow,
		createdBy: by,
		lastUpdatedBy: by,
		creationDate: createdAt,
		lastUpdateDate: changedAt,
		startDate: createdAt,
		endDate: null,
	});

interface Given {
	campaign: Omit<Campaign, 'id'> & { name: string };
	participants: Record<string, string[]>;
}

/** @throws Refusal 400 */
function checkPeople(state: State, logins: readonly string[]): void {
	const unknown = logins.find((login) => !userByLogin(state, login));
	if (unknown !== undefined) throw badRequest(`There is no user ${unknown}`);
}

/**
 * The campaign in a body.
 * @throws Refusal 400
 */
function givenIn({ state, body }: Request): Given {
	const { campaign, participants } = body as Given;
	const { name, label, owners, taskType, schemaRef } = campaign;
	if (typeof name !== 'string' || !/^[a-z][a-z\d-]*$/.test(name))
		throw badRequest('The name of a campaign must match ^[a-z][a-z\\d\\-]*$');
	if (typeof label !== 'string' || label === '') throw badRequest('A campaign must have a label');
	if (!['RESOLUTION', 'MERGING', 'GROUPING', 'ARBITRATION'].includes(taskType))
		throw badRequest(`There is no task type ${String(taskType)}`);
	const model = dataModels.recordsIn(state).get(schemaRef?.name);
	if (schemaRef?.namespace !== NAMESPACE || !model)
		throw badRequest(`There is no data model ${String(schemaRef?.name)}`);
	if (!Array.isArray(owners) || owners.length === 0)
		throw badRequest('A campaign must have an owner');
	checkPeople(state, [...owners, ...Object.values(participants).flat()]);
	return { campaign, participants };
}

const { get } = collection(campaigns, {
	variable: 'campaignName',
	show: (campaign, { state }) => view(campaign, state),
});

/**
 * The campaign of a request, if the caller owns it.
 * @throws Refusal 404; 405 if an ID is given in place of the name
 */
export function ownedCampaign({ state, path }: Request): Campaign {
	const nameOrNumber = path.campaignName!;
	const campaign = campaigns.recordsIn(state).get(nameOrNumber);
	if (campaign) return campaign;
	if (campaigns.all(state).some(({ number }) => number === nameOrNumber))
		throw new Refusal(405, 'Request method is not supported');
	throw notFound(`Campaign ${nameOrNumber} was not found`);
}

const isOwner = ({ owners }: Campaign, { caller }: Request): boolean =>
	caller.type === 'SERVICE_ACCOUNT' || owners.includes(caller.id);

export const campaignHandlers: Handlers = {
	'GET /data-stewardship/api/v1/campaigns': ({ state }) =>
		ok(campaigns.all(state).map((campaign) => view(campaign, state))),
	'GET /data-stewardship/api/v1/campaigns/owned': (request) =>
		ok(
			campaigns
				.all(request.state)
				.filter((campaign) => isOwner(campaign, request))
				.map((campaign) => view(campaign, request.state)),
		),
	'GET /data-stewardship/api/v1/campaigns/{campaignName}': get(),
	'POST /data-stewardship/api/v1/campaigns/owned': (request) => {
		const { state, clock, caller } = request;
		const { campaign, participants } = givenIn(request);
		const { name, label, description, owners, taskType, schemaRef, taskResolutionDelay, workflow } =
			campaign;
		if (campaigns.recordsIn(state).has(name))
			throw badRequest(`There is a campaign ${name} already`);
		const times = { createdAt: clock.now(), changedAt: clock.now(), by: caller.id };
		return ok(
			view(
				campaigns.add(state, {
					id: name,
					number: state.objectId(),
					label,
					description,
					owners,
					taskType,
					schemaRef,
					taskResolutionDelay,
					workflow: workflow ?? USUAL,
					participants,
					...times,
				}),
				state,
			),
		);
	},
	'PUT /data-stewardship/api/v1/campaigns/owned': (request) => {
		const { campaign: given, participants } = givenIn(request);
		const campaign = ownedCampaign({ ...request, path: { campaignName: given.name } });
		const fixed = ['taskType', 'description'] as const;
		const other =
			fixed.find((name) => given[name] !== campaign[name]) ??
			(given.schemaRef.name === campaign.schemaRef.name ? undefined : 'schemaRef');
		if (other !== undefined)
			throw badRequest(`Only label and participants of a campaign can be changed, not ${other}`);
		Object.assign(campaign, { label: given.label, participants, changedAt: request.clock.now() });
		return ok(view(campaign, request.state));
	},
	'DELETE /data-stewardship/api/v1/campaigns/owned/{campaignName}': (request) => {
		const { id } = ownedCampaign(request);
		campaigns.recordsIn(request.state).delete(id);
		for (const task of tasks.all(request.state))
			if (task.campaign === id) tasks.recordsIn(request.state).delete(task.id);
		return { status: 204 };
	},
};
