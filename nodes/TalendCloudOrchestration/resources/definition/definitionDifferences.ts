/** What differs between the text of tasks and plans and a workspace. */
import type { IDataObject } from 'n8n-workflow';

import { isObject, objectIn, objectsIn } from '../../../shared/support/json';
import { findAllByName } from '../../../shared/support/text/visibleNames';
import { withoutStamp } from '../../artifactVersions';
import { withInterval } from '../../schedules/triggerFinding';
import { differencesBetween, type FieldDifference } from '../environment/contents/compareContents';
import type { Content } from '../environment/contents/content';
import { DEFINITION_SECTIONS, type DefinitionKind } from './definitionFields';
import { definitionOf, pickFields, sortedTexts } from './definitionText';
import type { Definitions } from './parseDefinitions';

/** A task or plan that is in the text, in the workspace, or in both. */
export interface DefinitionEntry {
	type: DefinitionKind;
	name: string;
	/** Its path in the text, `tasks[0]`. */
	at: string;
	wanted?: IDataObject;
	present?: Content;
	change: 'onlyInText' | 'onlyInWorkspace' | 'different' | 'equal' | 'notReadable';
	/** The fields that differ; the text is the source. */
	differences: FieldDifference[];
}

/** The tasks, or the plans, of a workspace. */
interface InWorkspace {
	readable: readonly Content[];
	hidden: ReadonlyArray<{ type: string; name: string }>;
}

/**
 * Compares a text with a workspace. Whole sections, and fields of a task or plan, that the text
 * does not have are not compared.
 */
export function entriesOf(
	definitions: Definitions,
	contents: readonly Content[],
	includeRunConfigurations: boolean,
	unreadable: ReadonlyArray<{ type: string; name: string }> = [],
): DefinitionEntry[] {
	const sections = DEFINITION_SECTIONS.filter(([, section]) => definitions[section] !== undefined);
	return sections.flatMap(([type, section]) => {
		const readable = contents.filter((each) => each.type === type);
		const hidden = unreadable.filter((each) => each.type.toLowerCase() === type);
		const entries = definitions[section]!.map((definition, index): DefinitionEntry => {
			const wanted = includeRunConfigurations ? definition : withoutRunConfiguration(definition);
			return {
				type,
				at: `${section}[${index}]`,
				...comparedByName(wanted, { readable, hidden }),
			};
		});
		const others = readable.filter((each) => !entries.some(({ present }) => present === each));
		return [...entries, ...others.map((present) => entryOnlyInWorkspace(type, present))];
	});
}

const withoutRunConfiguration = ({ runConfiguration, ...others }: IDataObject): IDataObject =>
	others;

/** A task or plan of the text, beside the one of this name in the workspace. */
function comparedByName(
	wanted: IDataObject,
	{ readable, hidden }: InWorkspace,
): Omit<DefinitionEntry, 'type' | 'at'> {
	const name = String(wanted.name);
	const namesakes = findAllByName([...readable, ...hidden], name, (each) => each.name);
	const present = readable.find((each) => namesakes.includes(each));
	const differences = present ? differencesOf(wanted, present) : [];
	// If several have this name, the entry may mean the one that cannot be read.
	const isHidden = hidden.some((each) => namesakes.includes(each));
	const change = isHidden ? 'notReadable' : changeOf(present, differences);
	return { name, wanted, present, differences, change };
}

function changeOf(
	present: Content | undefined,
	differences: readonly FieldDifference[],
): DefinitionEntry['change'] {
	if (!present) return 'onlyInText';
	return differences.length > 0 ? 'different' : 'equal';
}

const entryOnlyInWorkspace = (type: DefinitionKind, present: Content): DefinitionEntry => ({
	type,
	name: present.name,
	at: '',
	present,
	change: 'onlyInWorkspace',
	differences: [],
});

/**
 * Steps with the fields that the platform returns. The order of the tasks in a step does not
 * matter.
 */
const visibleSteps = (steps: unknown): IDataObject[] =>
	objectsIn(steps).map(({ name, tasks, onFailure, note }) => ({
		name,
		tasks: sortedTexts(tasks),
		onFailure: sortedTexts(onFailure),
		note,
	}));

function differencesOf(wanted: IDataObject, present: Content): FieldDifference[] {
	const now = definitionOf(present);
	const { runConfiguration, autoUpgradeInfo, tags, steps, artifactVersion, ...plain } = wanted;
	const part = (wantedPart: unknown, presentPart: unknown, more: readonly string[] = []) =>
		pickFields(objectIn(presentPart), [...Object.keys(objectIn(wantedPart)), ...more]);
	const isTriggered =
		isObject(runConfiguration) &&
		(runConfiguration.trigger !== undefined || runConfiguration.schedule !== undefined);
	const configuration = (config: IDataObject) =>
		isObject(config.trigger) ? { ...config, trigger: withInterval(config.trigger) } : config;
	const version = String(now.artifactVersion);
	return differencesBetween(
		{
			...plain,
			// In the text, a version without a time stamp means any publication of that version.
			artifactVersion: artifactVersion === withoutStamp(version) ? version : artifactVersion,
			tags: tags && sortedTexts(tags),
			steps: steps && visibleSteps(steps),
			autoUpgradeInfo,
			runConfiguration: runConfiguration && configuration(objectIn(runConfiguration)),
		},
		{
			...part(plain, now),
			// The text gets the name in the workspace, because the names may only look the same.
			name: plain.name,
			artifactVersion: artifactVersion && version,
			tags: tags && now.tags,
			steps: steps && visibleSteps(now.steps),
			autoUpgradeInfo: autoUpgradeInfo && part(autoUpgradeInfo, now.autoUpgradeInfo),
			runConfiguration:
				runConfiguration &&
				configuration(
					part(runConfiguration, now.runConfiguration, isTriggered ? ['trigger', 'schedule'] : []),
				),
		},
	);
}
