/** Run profiles of remote engines and of clusters. Both have the same five operations. */
import { nothing, record, records } from '../shared/declare/answers';
import { createdAs } from '../shared/declare/createdAs';
import { operation } from '../shared/declare/define';
import { choice, type Field, id, list, text } from '../shared/declare/fields';
import { allAtOnce } from '../shared/declare/lists/paging';
import { picker } from '../shared/declare/lists/picker';
import type { RequestOperation } from '../shared/declare/operation';
import { FROM_VENDOR } from '../shared/declare/origin';

const TYPES = [
	{ value: 'JOB_SERVER', name: 'Job Server', description: 'For data integration jobs' },
	{
		value: 'MICROSERVICE',
		name: 'Microservice',
		description: 'For routes and data services that run as microservices',
	},
	{
		value: 'TALEND_RUNTIME',
		name: 'Talend Runtime',
		description: 'For routes and data services in OSGi',
	},
];

interface Runtime {
	/** "remote engine" or "cluster". */
	noun: string;
	base: `/${string}`;
	/** Name of the path variable. */
	variable: 'engineId' | 'clusterId';
	field: Field<string>;
	/** The parameter of a deletion that names the profile to which the tasks move. */
	replacement: string;
	/** Name of the list search of the profiles. */
	method: string;
}

const nameField = text('Name of the run profile; must be unique for this runtime').eg('Large heap');
const descriptionField = text('What the run profile is for')
	.eg('Jobs that need more memory')
	.optional();

const jvmArgumentsField = list('Arguments for the Java virtual machine, one per entry')
	.label('JVM Arguments')
	.withCommas()
	.sample(['-Xms256M', '-Xmx1024M']);

/** The operations on run profiles of one kind of runtime. */
export function runtimeRunProfiles(runtime: Runtime): Record<string, RequestOperation> {
	const getRunProfiles = listOf(runtime);
	const profile = (words: string) => runProfileField(runtime, getRunProfiles, words);
	const getRunProfile = getOf(runtime, profile);
	return {
		getRunProfiles,
		getRunProfile,
		createRunProfile: createOf(runtime, getRunProfiles),
		updateRunProfile: updateOf(runtime, profile, getRunProfile),
		deleteRunProfile: deleteOf(runtime, profile),
	};
}

const listOf = ({ noun, base, variable, field }: Runtime) =>
	operation(`GET ${base}/{${variable}}/run-profiles`, {
		name: 'Get Run Profiles',
		action: `Get the run profiles of a ${noun}`,
		description: `List the run profiles of a ${noun}`,
		origin: FROM_VENDOR,
		path: { [variable]: field },
		query: {
			type: choice('Only run profiles of this kind', TYPES).sample('JOB_SERVER').optional(),
		},
		pages: allAtOnce,
		answers: records('vendor:processing/RuntimeRunProfile', { key: 'id' }),
	});

/** A field for choosing one of the run profiles of the runtime. */
const runProfileField = (
	{ variable, method }: Runtime,
	getRunProfiles: RequestOperation,
	words: string,
) =>
	id(words)
		.label('Run Profile')
		.pick(
			picker({
				noun: 'run profile',
				method,
				list: getRunProfiles,
				narrowedBy: [variable],
				entry: (profile) => ({ id: profile.id, name: profile.name, description: profile.type }),
				byName: true,
				example: '63a1f0b2c4d5e6f708192a3b',
			}),
		);

type ProfileField = (words: string) => ReturnType<typeof runProfileField>;

const pathVariables = ({ variable, field }: Runtime, profile: ProfileField) => ({
	[variable]: field,
	runProfileId: profile('The run profile'),
});

const getOf = (runtime: Runtime, profile: ProfileField) =>
	operation(`GET ${runtime.base}/{${runtime.variable}}/run-profiles/{runProfileId}`, {
		name: 'Get Run Profile',
		action: `Get a run profile of a ${runtime.noun}`,
		description: `Get a run profile of a ${runtime.noun}`,
		origin: FROM_VENDOR,
		path: pathVariables(runtime, profile),
		answers: record('vendor:processing/RuntimeRunProfile'),
	});

const createOf = ({ noun, base, variable, field }: Runtime, getRunProfiles: RequestOperation) =>
	operation(`POST ${base}/{${variable}}/run-profiles`, {
		name: 'Create Run Profile',
		action: `Create a run profile of a ${noun}`,
		description: `Create a named set of runtime parameters for a ${noun}`,
		origin: FROM_VENDOR,
		path: { [variable]: field },
		body: {
			name: nameField,
			type: choice('Kind of the run profile; it cannot be changed later', TYPES).sample(
				'JOB_SERVER',
			),
			jvmArguments: jvmArgumentsField,
			description: descriptionField,
			// The platform requires the ID of the engine or cluster in the body as well as in the path.
			runtimeId: id('ID of the engine or cluster, if it is not the one above')
				.label('Runtime ID')
				.eg('5f3e2d1ca1b2c3d4e5f607ff')
				.optional(),
		},
		refusals: { 409: `Another run profile of the ${noun} has this name. Choose another name.` },
		answers: record('vendor:processing/RuntimeRunProfile'),
		lookUp: createdAs({
			subject: 'The run profile',
			list: getRunProfiles,
			unique: { name: 'name' },
			values: (sent) => ({ [variable]: sent[variable] }),
		}),
		perform: async (op, request, input) =>
			await op.request(request, {
				...input,
				body: { runtimeId: input.path[variable], ...(input.body as object) },
			}),
	});

const updateOf = (runtime: Runtime, profile: ProfileField, getRunProfile: RequestOperation) =>
	operation(`PUT ${runtime.base}/{${runtime.variable}}/run-profiles/{runProfileId}`, {
		name: 'Update Run Profile',
		action: `Update a run profile of a ${runtime.noun}`,
		description: `Change a run profile of a ${runtime.noun}; fields that you leave out are kept`,
		origin: FROM_VENDOR,
		path: pathVariables(runtime, profile),
		body: {
			name: nameField.optional(),
			description: descriptionField,
			jvmArguments: jvmArgumentsField.optional(),
		},
		answers: record('vendor:processing/RuntimeRunProfile'),
		readFirst: {
			get: getRunProfile,
			keep: { name: 'always', description: 'ifAny', jvmArguments: 'always' },
		},
	});

const deleteOf = (runtime: Runtime, profile: ProfileField) =>
	operation(`DELETE ${runtime.base}/{${runtime.variable}}/run-profiles/{runProfileId}`, {
		name: 'Delete Run Profile',
		action: `Delete a run profile of a ${runtime.noun}`,
		description: `Delete a run profile of a ${runtime.noun}; its tasks can be moved to another one`,
		origin: FROM_VENDOR,
		path: pathVariables(runtime, profile),
		query: {
			newRunProfileId: profile('The run profile that the tasks move to')
				.label('New Run Profile')
				.wireName(runtime.replacement)
				.optional(),
		},
		refusals: {
			409: 'Tasks still use this run profile: choose the one that they move to (New Run Profile).',
		},
		answers: nothing(),
	});
