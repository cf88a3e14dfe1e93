/** The parameters of tasks by name, as the version of their artifact declares them. */
import type { IDataObject } from 'n8n-workflow';

import { getTask } from '../../../records/tasks/tasks';
import type { Ask, Column, Columns } from '../../../shared/declare/lists/loadedChoices';
import { isText } from '../../../shared/support/json';
import { truncated } from '../../../shared/support/text/truncate';
import { getVersion } from '../artifact';

interface DeclaredParameter {
	name?: unknown;
	value?: unknown;
	type?: unknown;
	required?: unknown;
	comment?: unknown;
}

/**
 * Matches types of numbers that lose no digits. Types of longer numbers, and of dates, are entered
 * as text.
 */
const NUMBERS = /^(id_)?(int|integer|short|byte|float|double)$/i;
const SWITCHES = /^(id_)?bool(ean)?$/i;

/** "country: Whose records are loaded (string, FR when left empty)". */
function labelOf({ name, type, comment }: DeclaredParameter, present: unknown): string {
	const about = [
		type,
		isText(present) ? `${truncated(present, 40)} if left empty` : undefined,
	].filter(isText);
	return `${String(name)}${isText(comment) ? `: ${comment}` : ''}${about.length > 0 ? ` (${about.join(', ')})` : ''}`;
}

/** @param present the current values of the task, by name */
function columnOf(declared: DeclaredParameter, present: IDataObject): Column {
	const { name, type, value, required } = declared;
	const hidden = /password/i.test(String(type));
	const current = present[String(name)] ?? value;
	return {
		name: String(name),
		label: labelOf(declared, hidden ? undefined : current),
		// A parameter that already has a value need not be given.
		required: required === true && !isText(current),
		...(NUMBERS.test(String(type)) ? { type: 'number' } : {}),
		...(SWITCHES.test(String(type))
			? { type: 'options', options: ['true', 'false'].map((each) => ({ value: each, name: each })) }
			: {}),
	};
}

async function ofVersion(
	ask: Ask,
	artifactId: unknown,
	version: unknown,
	present: IDataObject = {},
): Promise<Column[] | undefined> {
	if (!isText(artifactId) || !isText(version)) return undefined;
	const { parameters } = (await ask(getVersion, { artifactId, version })) as {
		parameters?: DeclaredParameter[];
	};
	return (parameters ?? [])
		.filter(({ name }) => isText(name))
		.map((each) => columnOf(each, present));
}

interface TaskRead {
	artifact?: { id?: string; version?: string };
	parameters?: IDataObject;
}

const words = { singular: 'parameter', plural: 'parameters' };

/** The parameters of the task that is to be executed. */
export const parametersOfTask: Columns = {
	method: 'getParametersOfTask',
	dependsOn: ['executable.value'],
	words,
	howToBegin: 'Choose the task to see its parameters.',
	load: async (ask, { executable }) => {
		if (executable === undefined) return undefined;
		const { artifact, parameters } = (await ask(getTask, { taskId: executable })) as TaskRead;
		return (await ofVersion(ask, artifact?.id, artifact?.version, parameters)) ?? [];
	},
};

/** The parameters of the artifact's version, for a new task. */
export const parametersOfArtifact: Columns = {
	method: 'getParametersOfArtifact',
	dependsOn: ['artifactId.value', 'artifactVersion.value'],
	words,
	howToBegin: 'Choose the artifact and its version to see the parameters.',
	load: async (ask, { artifactId, artifactVersion }) =>
		await ofVersion(ask, artifactId, artifactVersion),
};

/** The parameters of the new or current artifact, for a task that is changed. */
export const parametersOfChangedTask: Columns = {
	method: 'getParametersOfChangedTask',
	dependsOn: [
		'taskId.value',
		'updateFields.artifactId.value',
		'updateFields.artifactVersion.value',
	],
	words,
	howToBegin: 'Choose the task to see its parameters.',
	load: async (ask, { taskId, artifactId, artifactVersion }) => {
		if (taskId === undefined) return undefined;
		const { artifact, parameters } = (await ask(getTask, { taskId })) as TaskRead;
		const columns = await ofVersion(
			ask,
			artifactId ?? artifact?.id,
			artifactVersion ?? artifact?.version,
			parameters,
		);
		// Parameters that are not given keep their values, so none is required.
		return (columns ?? []).map((each) => ({ ...each, required: false }));
	},
};
