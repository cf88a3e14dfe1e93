/** *Push*: creates or updates the API definition that a file describes. */
import type { IDataObject } from 'n8n-workflow';

import type { Output } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { HALF_A_CHARACTER } from '../../../shared/declare/field/check';
import { boolean, id } from '../../../shared/declare/fields';
import { hint, problem, requirement } from '../../../shared/declare/messages';
import type { ContextShowing, OperationContext } from '../../../shared/declare/operation';
import type { Input } from '../../../shared/declare/runtime/context';
import { findByName } from '../../../shared/flows/findByName';
import { PREVIEW_ONLY } from '../../../shared/flows/preview';
import { unlessRefused } from '../../../shared/support/http/refused';
import { objectIn, withoutUndefined } from '../../../shared/support/json';
import { visibleName } from '../../../shared/support/text/visibleNames';
import { type Definition, DEFINITION_MESSAGES, isSame } from './definition';
import {
	contentSettings,
	create,
	definitionPicker,
	formatQuery,
	get,
	getMany,
	getMetadata,
	givenDefinition,
	OTHER_FORMAT,
	sendDefinition,
	update,
	writtenAnswer,
} from './requests';

/**
 * The definition that the platform has, in a format; undefined if the platform cannot return it in
 * that format.
 */
async function readPresentText(
	op: OperationContext,
	definitionId: string,
	format: string,
): Promise<string | undefined> {
	const input = {
		path: { definitionId },
		query: { format },
		body: undefined,
		settings: {},
		values: {},
	};
	const answer = await unlessRefused(op.send(get, input), [415], { body: undefined });
	return answer.body === undefined
		? undefined
		: Buffer.from(answer.body as Uint8Array).toString('utf8');
}

const NOT_COMPARED = requirement(
	'binaryField',
	'Input Binary Field',
	'must be one file: a ZIP archive cannot be compared',
);

const NO_TITLE = requirement(
	'definitionId',
	'API Definition',
	'must be chosen: the given definition has no title by which it could be found',
);

const CUT_TITLE = requirement(
	'definitionId',
	'API Definition',
	'must be chosen: the title of the given definition, {title}, contains half of a character',
);

const SEVERAL_WITH_TITLE = problem(
	'{count} API definitions are called {name}',
	'Nothing was changed. Choose one of them as API Definition: {ids}.',
);

const OTHER_TITLE = hint(
	'API Designer calls this definition {name}, not {given}, so the next Push would create it again. Put title and version in quotes in the definition, or choose it as API Definition.',
);

const PUSH_MESSAGES = [
	OTHER_TITLE,
	NOT_COMPARED,
	NO_TITLE,
	CUT_TITLE,
	SEVERAL_WITH_TITLE,
	...DEFINITION_MESSAGES,
	OTHER_FORMAT,
	PREVIEW_ONLY,
];

/**
 * The definition on the platform that the given one would replace.
 * @throws if it is not clear which one that is
 */
async function findCounterpart(
	op: OperationContext<typeof NO_TITLE | typeof CUT_TITLE | typeof SEVERAL_WITH_TITLE>,
	{ title, version }: Definition,
	chosenId: string | undefined,
): Promise<IDataObject | undefined> {
	if (chosenId !== undefined)
		return objectIn((await op.sendValues(getMetadata, { definitionId: chosenId })).body);
	if (title === undefined || title.trim() === '') throw op.refusal(NO_TITLE);
	if (HALF_A_CHARACTER.test(title))
		throw op.refusal(CUT_TITLE, { title: title.replace(HALF_A_CHARACTER, '\ufffd') });
	const matches = await findByName(op, title, {
		list: getMany,
		values: version === undefined ? {} : { version },
		search: (name) => ({ name }),
		isWanted: (each) => version === undefined || each.version === version,
	});
	if (matches.length > 1) {
		throw op.problem(SEVERAL_WITH_TITLE, {
			count: matches.length,
			name: nameWithVersion(title, version),
			ids: matches.map(({ id: value }) => String(value)).join(', '),
		});
	}
	return matches[0];
}

/** Creates the definition, or replaces the one on the platform if they differ. */
async function createOrReplace(
	op: ContextShowing<typeof PUSH_MESSAGES>,
	settings: IDataObject,
	definition: Definition,
): Promise<Output[]> {
	const { format, text: newText } = definition;
	if (newText === undefined || format === undefined) throw op.refusal(NOT_COMPARED);
	const present = await findCounterpart(
		op,
		definition,
		settings.definitionId as string | undefined,
	);
	const held = present && (await readPresentText(op, String(present.id), format));
	if (held !== undefined && isSame(newText, held))
		return [{ json: { action: 'unchanged', metadata: present } }];
	if (settings.preview === true) {
		op.hint(PREVIEW_ONLY);
		const action = present ? 'update' : 'create';
		return [{ json: { action, preview: true, ...(present ? { metadata: present } : {}) } }];
	}
	const action = present ? 'updated' : 'created';
	const { failOnWarnings } = settings;
	const input: Input = {
		path: present ? { definitionId: String(present.id) } : {},
		query: withoutUndefined({ format, failOnWarnings }),
		body: undefined,
		settings,
		values: {},
	};
	const outputs = await sendDefinition(op, present ? update : create, input, definition);
	if (settings.definitionId === undefined)
		for (const { json } of outputs) hintIfCalledOtherwise(op, definition, objectIn(json.metadata));
	return outputs.map(({ json }) => ({ json: { action, ...json } }));
}

/** A name and a version as a message has them. */
const nameWithVersion = (name: unknown, version: unknown): string =>
	version === undefined ? String(name) : `${String(name)}, version ${String(version)}`;

/**
 * Adds a hint if the platform gave the definition another name or version than it says. A program
 * that reads YAML 1.1 takes `Yes` for true and 1.10 for 1.1. Such a definition would not be found
 * by its title and version the next time.
 */
function hintIfCalledOtherwise(
	op: OperationContext<typeof OTHER_TITLE>,
	{ title, version }: Definition,
	{ name, version: versionThere }: IDataObject,
): void {
	if (title === undefined || name === undefined) return;
	const isCalledSo = visibleName(String(name)) === visibleName(title);
	if (isCalledSo && (version === undefined || versionThere === version)) return;
	op.hint(OTHER_TITLE, {
		name: nameWithVersion(name, version === undefined ? undefined : versionThere),
		given: nameWithVersion(title, version),
	});
}

export const push = flow({
	destructive: true,
	name: 'Push',
	action: 'Push an API definition if it differs',
	description:
		'Create an API definition, or replace it if it differs from what API Designer has; for definitions that are kept in a Git repository',
	fields: {
		definitionId: id(
			'The API definition to compare with and to replace; if left out, it is found by the title and version of the given one',
		)
			.label('API Definition')
			.pick(definitionPicker)
			.optional()
			.onTop(),
	},
	settings: {
		...contentSettings,
		preview: boolean('Whether to only show what would be done').initial(false),
		failOnWarnings: formatQuery.failOnWarnings,
	},
	uses: [getMany, getMetadata, get, create, update],
	messages: PUSH_MESSAGES,
	answers: writtenAnswer,
	run: async (op, settings) => {
		const definition = await givenDefinition(op, {
			settings,
			path: {},
			query: {},
			body: undefined,
			values: {},
		});
		const { title = '', version = '' } = definition;
		return await op.serialize(
			visibleName(`API definition ${title} ${version}`),
			async () => await createOrReplace(op, settings, definition),
		);
	},
});
