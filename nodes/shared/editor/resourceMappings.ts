import type {
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { collectionOf, labelOfJson } from '../declare/derived/layout';
import { allFields } from '../declare/derived/operationParts';
import { optionsOf } from '../declare/field/inputs';
import { type Column, type Columns, columnsOf } from '../declare/lists/loadedChoices';
import { pickerOf } from '../declare/lists/picker';
import type { Operation, Resource } from '../declare/operation';
import { asSentence, titleCase } from '../support/text/words';
import { askFor, chosenIn, pickedNames } from './editorValues';
import { idByName, operationIn } from './listSearch';

/** Loads the names of an object, for n8n's resource mapper. */
export const resourceMappingOf = (columns: Columns, resources: readonly Resource[]) =>
	async function (this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
		const { plural } = columns.words;
		const operation = operationIn(this, resources);
		const json = placeOfJson(columns, operation);
		try {
			const loaded = await columns.load(askFor(this), await chosenIds(this, columns, operation));
			if (!loaded)
				return noFields(`${columns.howToBegin} Where it comes from an expression, add ${json}.`);
			return loaded.length === 0
				? noFields(`There are no ${plural}.`)
				: { fields: loaded.map(fieldOf) };
		} catch (error) {
			// n8n shows nothing of an error that is thrown here.
			return noFields(
				`The ${plural} could not be loaded: ${escaped((error as Error).message)} You can add ${json}.`,
			);
		}
	};

/**
 * The IDs of the records to which the columns belong. A record may be given by its name, if only
 * one has it.
 */
async function chosenIds(
	context: ILoadOptionsFunctions,
	{ dependsOn }: Columns,
	operation: Operation | undefined,
): Promise<Record<string, string>> {
	const ids = chosenIn(context, dependsOn);
	for (const [field, name] of Object.entries(pickedNames(context, dependsOn))) {
		const picker = operation && pickerOf(allFields(operation)[field]!);
		const id = picker && (await idByName(context, picker, name, operation));
		if (id === undefined)
			throw new Error(
				`No single ${picker?.noun ?? 'record'} called "${name}" was found. Choose it from the list, or enter its ID.`,
			);
		ids[field] = id;
	}
	return ids;
}

/** Where the same values can be given as JSON: "Parameters (JSON) under Options". */
function placeOfJson(columns: Columns, operation: Operation | undefined): string {
	const entry = Object.entries(operation ? allFields(operation) : {}).find(
		([, field]) => columnsOf(field) === columns,
	);
	return entry
		? `${labelOfJson(...entry)} under ${titleCase(collectionOf(operation!))}`
		: `the ${columns.words.plural} as JSON`;
}

/** n8n shows the notice as HTML. */
const escaped = (text: string): string =>
	asSentence(
		text.replace(/[&<>]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[letter]!),
	);

const noFields = (emptyFieldsNotice: string): ResourceMapperFields => ({
	fields: [],
	emptyFieldsNotice,
});

const fieldOf = ({
	name,
	label = name,
	type = 'string',
	options,
	required = false,
}: Column): ResourceMapperField => ({
	id: name,
	displayName: label,
	type,
	required,
	display: true,
	defaultMatch: false,
	canBeUsedToMatch: false,
	...(options ? { options: optionsOf(options) } : {}),
});
