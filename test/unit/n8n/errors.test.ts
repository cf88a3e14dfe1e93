import { BadInput, MissingInput, NotForModels } from '../../../nodes/shared/declare/badInput';
import { inputError, operationError } from '../../../nodes/shared/n8n/errors';
import { anyNode } from '../../support/anyNode';

const node = anyNode();

describe('refused input', () => {
	test('the message names the field that was refused', () => {
		expect(
			inputError(node, new BadInput('a[1].b', 'A, row 2: B', 'must be at most 3', '4'), 7),
		).toMatchObject({
			message: '"A, row 2: B" must be at most 3',
			description: 'Nothing was sent. Change the field "A, row 2: B" (a[1].b). You gave 4.',
			context: { itemIndex: 7 },
		});
	});

	test('the message of a missing value repeats none', () => {
		expect(inputError(node, new BadInput('a', 'A', 'must be set')).description).toBe(
			'Nothing was sent. Change the field "A" (a).',
		);
	});

	test('the message of a missing permission does not tell a model to change a field', () => {
		expect(
			inputError(node, new NotForModels('a', 'A', 'must be turned on by a person', 'x'))
				.description,
		).toBe('Nothing was sent.');
	});

	test('the message asks for what is missing', () => {
		expect(
			inputError(node, new MissingInput('taskId', 'Task', 'must be given', 'Choose a task'), 7),
		).toMatchObject({
			message: 'Choose a task',
			description: '"Task" (taskId) must be given. Nothing was sent.',
			context: { itemIndex: 7 },
		});
	});
});

test('the message of an error is kept if n8n would replace it', () => {
	for (const message of ['FileNotFound: ENOTFOUND', 'ECONNREFUSED', 'Unauthorized 401'])
		expect(operationError(node, message, 'Why')).toMatchObject({
			message,
			description: 'Why',
			messages: [],
		});
});
