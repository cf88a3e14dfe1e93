/**
 * The requests about run profiles of pipeline engines. There are five types with different fields,
 * and one list of all.
 */
import { pipelineEngineField } from '../../../records/engines/engines';
import { nothing, record, records } from '../../../shared/declare/answers';
import { operation } from '../../../shared/declare/define';
import { id } from '../../../shared/declare/fields';
import { allAtOnce } from '../../../shared/declare/lists/paging';
import { picker } from '../../../shared/declare/lists/picker';
import { hint } from '../../../shared/declare/messages';
import type { OperationContext, RequestOperation } from '../../../shared/declare/operation';
import { FROM_VENDOR } from '../../../shared/declare/origin';
import { neededToBeUseful } from '../../../shared/declare/rules';
import type { Input } from '../../../shared/declare/runtime/context';
import { afterCreation } from '../../../shared/flows/afterCreation';
import { PIPELINE_PROFILES, type PipelineProfile } from './pipelineProfiles';

const WITHOUT_ID = hint(
	'The output has no ID, because {count} run profile of the engine is called {name}. Find the new one with Get Many.',
);

const BASE = '/processing/runtimes/pipeline-engines/{engineId}/run-profiles';

const at = { engineId: pipelineEngineField() };

export const getMany = operation(`GET ${BASE}`, {
	name: 'Get Many',
	action: 'Get many run profiles of a pipeline engine',
	description: 'List the run profiles of a pipeline engine, of all kinds',
	origin: FROM_VENDOR,
	path: at,
	pages: allAtOnce,
	answers: records('vendor:processing/PipelineRunProfileResponse', { key: 'id' }),
});

const profilePicker = picker({
	noun: 'run profile',
	method: 'searchPipelineEngineRunProfiles',
	list: getMany,
	narrowedBy: ['engineId'],
	entry: ({ id: value, name, type }) => ({ id: value, name, description: type }),
	byName: true,
	example: '63a1f0b2c4d5e6f708192a3b',
});

const profilePath = {
	...at,
	runProfileId: id('The run profile').label('Run Profile').pick(profilePicker),
};

/**
 * Creates a run profile. The response has no body, so this reads the ID of the run profile with
 * this name from the list.
 */
async function createAndFind(
	op: OperationContext<typeof WITHOUT_ID>,
	request: RequestOperation,
	input: Input,
	type: string,
) {
	await op.send(request, input);
	const { name } = input.body as { name: string };
	const { engineId } = input.path as { engineId: string };
	const all = await afterCreation(
		`The run profile ${name}`,
		async () => await op.list(getMany, { engineId }),
	);
	const matches = all.filter((profile) => profile.name === name && profile.type === type);
	if (matches.length !== 1)
		op.hint(WITHOUT_ID, { count: matches.length === 0 ? 'no' : 'more than one', name });
	return [
		{
			json: {
				success: true,
				engineId,
				name,
				type,
				...(matches.length === 1 ? { id: matches[0]!.id } : {}),
			},
		},
	];
}

function profileRequests(
	key: string,
	{ title, words, path, answer, body, rules = [], needed, warnings }: PipelineProfile,
): Record<string, RequestOperation> {
	const article = /^[AEIO]/.test(title) ? 'an' : 'a';
	// The platform returns dates and IDs as well. Only the fields of a run profile are written back.
	const kept = Object.fromEntries(
		Object.entries(body).flatMap(([field, { spec }]) =>
			field === 'engineInBody' ? [] : [[field, spec.required ? 'always' : 'ifAny'] as const],
		),
	);
	const get = operation(`GET ${BASE}/${path}/{runProfileId}`, {
		name: `Get ${title}`,
		action: `Get ${article} ${words} run profile`,
		description: `Get ${article} ${title} run profile of a pipeline engine`,
		origin: FROM_VENDOR,
		path: profilePath,
		answers: record(answer),
	});
	const create = operation(`POST ${BASE}/${path}`, {
		name: `Create ${title}`,
		action: `Create ${article} ${words} run profile`,
		description: `Create ${article} ${title} run profile of a pipeline engine`,
		origin: FROM_VENDOR,
		path: at,
		body: needed ? { ...body, [needed.field]: body[needed.field]!.onTop() } : body,
		rules: needed ? [...rules, neededToBeUseful(needed.field, needed.why)] : rules,
		warnings,
		answers: nothing(),
		messages: [WITHOUT_ID],
		perform: async (op, request, input) => await createAndFind(op, request, input, path),
	});
	const update = operation(`PUT ${BASE}/${path}/{runProfileId}`, {
		name: `Update ${title}`,
		action: `Update ${article} ${words} run profile`,
		description: `Change ${article} ${title} run profile of a pipeline engine; fields that you leave out are kept`,
		origin: FROM_VENDOR,
		path: profilePath,
		body: Object.fromEntries(
			Object.entries(body).map(([field, declared]) => [field, declared.optional()]),
		),
		rules,
		answers: nothing(),
		readFirst: { get, keep: kept },
	});
	const suffix = key.charAt(0).toUpperCase() + key.slice(1);
	return { [`get${suffix}`]: get, [`create${suffix}`]: create, [`update${suffix}`]: update };
}

/** *Get*, *Create* and *Update* of each type. */
export const requestsByType = Object.assign(
	{},
	...Object.entries(PIPELINE_PROFILES).map(([key, type]) => profileRequests(key, type)),
) as Record<string, RequestOperation>;
