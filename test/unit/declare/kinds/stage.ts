/** What the tests of several kinds of field share: fields to try, and what n8n shows for them. */
import type { ChangeId } from '../../../../nodes/shared/declare/field/chosen';
import { propertyOf } from '../../../../nodes/shared/declare/field/property';
import { type Field, integer, text } from '../../../../nodes/shared/declare/fields';

export const UUID = '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11';

/** The description of the fields, where a test does not need another one. */
export const DESCRIPTION = 'What it is';

/** A list of the platform from which a record can be chosen. */
export const taskPicker = { noun: 'task', method: 'searchTasks', byName: true, example: 'abc' };

/** Names that n8n loads from the platform, for a resource mapper. */
export const columns = {
	method: 'loadNames',
	dependsOn: ['taskId.value'],
	words: { singular: 'parameter', plural: 'parameters' },
};

/** The fields inside an object or a row: one that is required, and a number up to 3. */
export const innerFields = { a: text('A'), b: integer('B').max(3).optional() };

/** What n8n shows for a field of this name. */
export const inputOf = (field: Field, name = 'someField', nested = false) =>
	propertyOf(name, field, { nested }) as unknown;

/** What n8n shows for a field `someField` with the usual description, and what is special to it. */
export const expectedInput = (more: object) => ({
	displayName: 'Some Field',
	name: 'someField',
	description: DESCRIPTION,
	...more,
});

/** The example of a field whose value is sent as it is given. */
export const sameWhenSent = (value: unknown) => ({ given: value, wire: value });

/** Replaces the ID of a record by its noun and the ID, so that a test sees which were found. */
export const prefixedWithTask: ChangeId = async (given, { noun }) =>
	await Promise.resolve(`${noun} ${typeof given === 'string' ? given : given.name}`);

/** What n8n stores for the values of a resource mapper. */
export const mapping = (value: unknown) => ({ mappingMode: 'defineBelow', value });
