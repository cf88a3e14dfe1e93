/**
 * The platform of the tests about definitions as text, and its names: each file that imports this
 * starts one for each of its tests.
 */
import type { IDataObject } from 'n8n-workflow';
import { parse, stringify } from 'yaml';

import { DEMO } from '../../../emulator/seed';
import { areaOf, writesIn } from '../../support/area';
import { byId, taskNamed, workspaceIn } from '../../support/demo';
import { platformForEach } from '../../support/platform';

export const platform = platformForEach({ keepAnswers: true });
export const { succeed, run, expectRefused } = areaOf('Orchestration', () => platform);
export const state = () => platform.emulator.state;
export const finance = () => byId(workspaceIn(state(), 'Production', 'Finance').id);
export const goodTask = () => taskNamed(state(), DEMO.goodTask);

export interface Text {
	tasks: IDataObject[];
	plans: IDataObject[];
}
export const exported = async (more: IDataObject = {}): Promise<Text> =>
	parse(
		String(
			(await succeed('definition', 'export', { workspaceId: finance(), ...more }))[0]!.definitions,
		),
	) as Text;
export const named = (all: IDataObject[], name: string) => all.find((each) => each.name === name)!;

/** Definitions as a text; a text stays as it is. */
export const given = (definitions: unknown) =>
	typeof definitions === 'string'
		? definitions
		: stringify(definitions, { aliasDuplicateObjects: false, lineWidth: 0 });

export const compare = async (definitions: unknown, more: IDataObject = {}) =>
	await succeed('definition', 'compare', {
		workspaceId: finance(),
		definitions: given(definitions),
		...more,
	});

export const apply = async (definitions: unknown, more: IDataObject = {}) =>
	await run('definition', 'apply', {
		workspaceId: finance(),
		definitions: given(definitions),
		...more,
	});

/** The results of what was changed, by the names of tasks and plans. */
export const applied = async (definitions: unknown, more: IDataObject = {}) => {
	const { error, items } = await apply(definitions, { apply: true, ...more });
	if (error) throw new Error(`${error.message}: ${error.description}`);
	return Object.fromEntries(
		items
			.filter(({ json }) => json.result !== 'notChanged')
			.map(({ json }) => [String(json.name), String(json.result)]),
	);
};

/** A step of a plan. */
export const step = (name: string, names: string[], more: IDataObject = {}) => ({
	name,
	condition: 'ALL_SUCCEEDED',
	tasks: names,
	onFailurePlans: [],
	...more,
});

export const changes = () => writesIn(platform);
