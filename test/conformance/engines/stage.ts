/**
 * The platform of the tests about engines and data planes, and its names: each file that imports
 * this starts its own.
 */
import { DURATIONS_MS, enginesOf } from '../../../emulator/areas/engines/enginesStore';
import { DEMO_ACCOUNT } from '../../../emulator/seed';
import { DEMO_ENGINES } from '../../../emulator/seed/engines';
import { areaOf } from '../../support/area';
import { ask as askOf } from '../../support/ask';
import { byId } from '../../support/demo';
import { DESCRIPTION, platformForAll } from '../../support/platform';

export const SERVICE = DESCRIPTION === 'vendor' ? 'SERVICE' : 'SERVICE_ACCOUNT';
export const platform = platformForAll({ keepAnswers: true });
afterEach(() => {
	expect(platform.emulator.faults.unconsumed()).toEqual([]);
});
export const state = () => platform.emulator.state;
export const ask = async (
	endpoint: `${string} /${string}`,
	body?: unknown,
	headers?: Record<string, string>,
) => await askOf(platform, endpoint, body, headers);
export const { run, succeed, requests, expectRefused } = areaOf('Engines', () => platform);
export const wait = (ms: number) => platform.emulator.clock.advance(ms);
export const idOf = (records: Map<string, { id: string; name: string }>, name: string) =>
	[...records.values()].find((each) => each.name === name)!.id;
export const engineNamed = (name: string) => idOf(enginesOf(state()).engines, name);
export const planeNamed = (name: string) => idOf(enginesOf(state()).planes, name);
let count = 0;
export const newName = (what: string) => `${what} ${++count}`;

/** Does something as the demo's service account with other permissions. */
export async function permitted<T>(permissions: string[], work: () => Promise<T>): Promise<T> {
	const demo = state().serviceAccounts.get(DEMO_ACCOUNT.id)!;
	const held = demo.permissions;
	demo.permissions = permissions;
	return await work().finally(() => {
		demo.permissions = held;
	});
}

export const KINDS = [
	{
		kind: 'dynamic engine',
		resource: 'dynamicEngineEnvironment',
		base: '/orchestration/dynamic-engine-environments',
		hostParameter: 'dynamicEngineId',
		hostField: 'deId',
		demoHost: () => engineNamed(DEMO_ENGINES.engine),
		otherHost: () => engineNamed(DEMO_ENGINES.otherEngine),
		free: 'NOT_ASSIGNED',
		joining: 'SET_UP_REQUIRED',
		joined: 'READY',
		leaving: 'READY',
		broken: 'NOT_READY',
		spelled: {
			joining: 'Set Up Required',
			joined: 'Ready',
			broken: 'Not Ready',
			free: 'Not Assigned',
		},
		tellsLink: true,
	},
	{
		kind: 'data plane',
		resource: 'dataPlaneEnvironment',
		base: '/orchestration/dataplane-environments',
		hostParameter: 'dataplaneId',
		hostField: 'dpId',
		demoHost: () => planeNamed(DEMO_ENGINES.plane),
		otherHost: () => planeNamed(DEMO_ENGINES.otherPlane),
		free: 'NOT_CONNECTED',
		joining: 'CONNECTING',
		joined: 'CONNECTED',
		leaving: 'DISCONNECTING',
		broken: 'IN_ERROR',
		spelled: {
			joining: 'Connecting',
			joined: 'Connected',
			broken: 'In Error',
			free: 'Not Connected',
		},
		tellsLink: false,
	},
] as const;

/** What tests do with environments of one kind, again and again. */
export const environmentsOf = ({ resource, hostParameter, demoHost }: (typeof KINDS)[number]) => ({
	/**
	 * A new environment.
	 * @returns its ID
	 */
	newEnvironment: async (): Promise<string> => {
		const [{ id } = {}] = await succeed(resource, 'create', {
			name: newName('environment'),
			workspaceName: 'Finance',
		});
		return String(id);
	},
	/** The parameters that connect it, usually to the engine or plane of the demo. */
	connecting: (id: string, to = demoHost()) => ({
		environmentId: byId(id),
		[hostParameter]: byId(to),
	}),
	read: async (id: string) =>
		(await succeed(resource, 'get', { environmentId: byId(id), simplify: false }))[0]!,
	/** The engine or plane as the emulator keeps it. */
	hostOf: (id: string) =>
		(enginesOf(state()).engines.get(id) ?? enginesOf(state()).planes.get(id))!,
});

/** A new dynamic engine that has its status. */
export async function newEngine(): Promise<string> {
	const [{ id } = {}] = await succeed('dynamicEngine', 'create', {
		name: newName('engine'),
		additionalFields: { description: 'For a test' },
	});
	wait(DURATIONS_MS.engineCreation);
	return String(id);
}
