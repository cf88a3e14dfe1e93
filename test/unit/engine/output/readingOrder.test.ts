/**
 * The order of the fields of an output: what it is about, how it went, why, everything else, IDs.
 */
import {
	namesInReadingOrder,
	readingOrder,
} from '../../../../nodes/shared/engine/output/readingOrder';

const ordered = (names: string, leads?: string[]) =>
	namesInReadingOrder(names.split(' '), leads).join(' ');

test('the fields of an output are in the order in which a person reads them', () => {
	expect(
		ordered('executionId taskId errorMessage rows status taskName workspaceName outcome summary'),
	).toBe('taskName outcome summary status errorMessage rows workspaceName executionId taskId');
});

test('the failed step and component come before the times', () => {
	expect(ordered('startTimestamp failedStep failedTasks failedComponent steps cause')).toBe(
		'cause failedStep failedTasks failedComponent startTimestamp steps',
	);
});

test('the fields of several IDs keep their order', () => {
	expect(ordered('userIds id email login key')).toBe('email login userIds id key');
});

test('a name that only ends like an ID is not one', () => {
	expect(ordered('connector_id mark valid paid')).toBe('valid paid connector_id mark');
});

test('an exception begins with its declared fields, if they are present', () => {
	expect(ordered('id name created', ['name', 'absent', 'created'])).toBe('name created id');
});

test('one order applies to all records, each with its own fields', () => {
	const inOrder = readingOrder(['date']);
	expect(JSON.stringify(inOrder({ id: 1, name: 'a', date: 2 }))).toBe(
		'{"date":2,"name":"a","id":1}',
	);
	expect(JSON.stringify(inOrder({ id: 1, status: 'b' }))).toBe('{"status":"b","id":1}');
});
