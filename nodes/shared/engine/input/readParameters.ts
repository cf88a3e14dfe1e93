/** Reads the parameters of an operation for one item, and checks each of them separately. */
import type { IDataObject } from 'n8n-workflow';

import { collectionOf, isInCollection, isTopLevel } from '../../declare/derived/layout';
import { inputFields } from '../../declare/derived/operationParts';
import { purposeOf } from '../../declare/derived/purpose';
import type { ReadingContext } from '../../declare/field/fieldContext';
import type { Fields } from '../../declare/fields';
import type { Operation } from '../../declare/operation';
import { givenAtTop, givenInside, type Parameters, readCollection, readShown } from './shownFields';

/**
 * The values of the fields of an operation, by parameter name. Each was checked by its own field,
 * but not yet by rules.
 */
export interface FieldValues {
	/** The values that are sent. */
	values: IDataObject;
	/** The settings, which are not sent. */
	settings: IDataObject;
}

/**
 * Reads and checks each field separately.
 * @throws BadInput naming the field and the rule
 */
export function readParameters(
	operation: Operation,
	parameters: Parameters,
	reading: ReadingContext,
): FieldValues {
	return {
		values: readFields(inputFields(operation), operation, parameters, reading),
		settings: readFields(operation.settings ?? {}, operation, parameters, reading),
	};
}

function readFields(
	fields: Fields,
	operation: Operation,
	parameters: Parameters,
	reading: ReadingContext,
): IDataObject {
	const collection = Object.values(fields).some(isInCollection)
		? readCollection(collectionOf(operation), parameters)
		: undefined;
	return readShown(fields, parameters, reading, (name, field) => {
		const atTop = isTopLevel(field) ? givenAtTop(name, field, parameters) : undefined;
		const given = isInCollection(field) ? givenInside(name, field, collection!, atTop) : atTop!;
		return { ...given, purpose: purposeOf(operation, name) };
	});
}
