/**
 * A place in a text of definitions, such as the engine of a task. It can find the record that is
 * named there, and refuse what is written there.
 */
import type { IDataObject } from 'n8n-workflow';

import { placeOf } from '../../../records/places/placeOf';
import type { BadInput } from '../../../shared/declare/badInput';
import { requirement } from '../../../shared/declare/messages';
import type { ContextShowing } from '../../../shared/declare/operation';
import type { FileSource } from '../../../shared/flows/givenFile';
import { findAllByName, withInvisibleShown } from '../../../shared/support/text/visibleNames';
import { VERSION_MESSAGES } from '../../artifactVersions';
import { TRIGGER_MESSAGES } from '../../schedules/triggerForm';
import { referenceOf } from '../environment/contents/contentLists';
import { type ContentReader, CONTENTS_MESSAGES } from '../environment/contents/contentReader';
import type { DefinitionEntry } from './definitionDifferences';
import type { DefinitionKind } from './definitionFields';
import { DEFINITIONS_MESSAGES } from './parseDefinitions';

const NOT_ONE_RECORD = requirement(
	'{field}',
	'{label}',
	'refers to the {noun} {name}, but {found}',
);

const MISSING_VALUE = requirement(
	'{field}',
	'{label}',
	'needs {what} for the {type} {name}, {why}',
);

export const UNBOUND_SCHEDULE = requirement(
	'{field}',
	'{label}',
	'refers to the schedule {schedule}: bind it to {name} with the resource Schedule, then apply again',
);

export const UNUSABLE_TRIGGER = requirement(
	'{field}',
	'{label}',
	'has a trigger for {name} that {finding}',
);

export const APPLYING_MESSAGES = [
	...CONTENTS_MESSAGES,
	...DEFINITIONS_MESSAGES,
	NOT_ONE_RECORD,
	MISSING_VALUE,
	UNBOUND_SCHEDULE,
	UNUSABLE_TRIGGER,
	...VERSION_MESSAGES,
	...TRIGGER_MESSAGES,
];

export type ApplyingContext = ContextShowing<typeof APPLYING_MESSAGES>;

/** The workspace that definitions are applied to. */
export interface TargetWorkspace {
	workspaceId: string;
	environmentId?: string;
	reader: ContentReader;
	/** The field that the text came from. */
	source: FileSource;
}

/** What all places in a text share. */
export interface Applying extends TargetWorkspace {
	entries: readonly DefinitionEntry[];
	/** The IDs of the tasks and plans that were created, by type and name. */
	created: Map<string, string>;
}

/** Engines, clusters and their run profiles belong to no workspace. */
const WITHOUT_WORKSPACE = ['engine or cluster', 'run profile'];

export class PlaceInText {
	constructor(
		readonly op: ApplyingContext,
		readonly applying: Applying,
		readonly entry: DefinitionEntry,
		/** The path of the place within its entry: `steps[0].condition`. */
		readonly path = '',
	) {}

	at(path: string): PlaceInText {
		const { op, applying, entry } = this;
		return new PlaceInText(op, applying, entry, this.path === '' ? path : `${this.path}.${path}`);
	}

	/** The values of the entry in the text. */
	get wanted(): IDataObject {
		return this.entry.wanted!;
	}

	/** The place as a refusal names it. */
	get source(): FileSource {
		const { field, label } = this.applying.source;
		return { field: `${field}.${this.entry.at}.${this.path}`, label };
	}

	/**
	 * The refusal of a text that has no value at this place.
	 * @param why completes "needs … for the task …,"
	 */
	refusalOfMissing(why: string): BadInput {
		const { type, name } = this.entry;
		return this.op.refusal(MISSING_VALUE, { ...this.source, what: this.path, type, name, why });
	}

	/**
	 * The record with the name that the text has at this place.
	 * @throws BadInput if there is none, or more than one
	 */
	recordNamed(noun: string, records: readonly IDataObject[], name: unknown): IDataObject {
		const { workspaceId, environmentId } = this.applying;
		const place = WITHOUT_WORKSPACE.includes(noun) ? undefined : workspaceId;
		const byId = records.filter((each) => each.id === name);
		const matches =
			byId.length > 0
				? byId
				: findAllByName(records, String(name), (each) => referenceOf(each, place));
		const near = matches.filter((each) => placeOf(each).environmentId === environmentId);
		const [only, ...others] = matches.length > 1 && near.length > 0 ? near : matches;
		if (only === undefined || others.length > 0)
			throw this.op.refusal(NOT_ONE_RECORD, {
				...this.source,
				noun,
				name: withInvisibleShown(String(name)),
				found:
					only === undefined
						? 'there is none: create it first, or correct the name'
						: `there are ${others.length + 1} of this name: rename all but one`,
			});
		return only;
	}

	/**
	 * The ID of the task or plan that is named at this place. It may have been created just before.
	 */
	async executable(kind: DefinitionKind, name: string): Promise<string> {
		const created = this.applying.created.get(`${kind}/${name}`);
		if (created !== undefined) return created;
		const all = await this.applying.reader.lists.executables();
		const ofKind = all.filter(({ type }) => type === kind.toUpperCase());
		return String(this.recordNamed(kind, ofKind, name).id);
	}
}

/**
 * Names in a path of differences: `runConfiguration` and `trigger` of
 * `runConfiguration.trigger.type`.
 */
export const segment = (field: string, at: number): string => field.split(/[.[]/)[at]!;
