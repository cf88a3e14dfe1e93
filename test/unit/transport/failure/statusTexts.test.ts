/** What a status means and what to do, as the reference has it. */
import { statusInWords } from '../../../../nodes/shared/transport/failure/statusTexts';
import { start } from './failureErrorStage';

test('a status has a message and an advice', () => {
	expect(statusInWords(409)).toEqual({
		message: 'The request conflicts with the current state of the record',
		todo: 'Check whether the name is taken or the record is in use, then try again.',
	});
	expect(statusInWords(403, start)).toEqual({
		message: 'Permission denied',
		todo: "This operation needs the permission TMC_OPERATOR or TMC_ENGINE_USE. Ask an administrator to grant it to the credential's service account or user.",
	});
	expect(statusInWords(418)).toEqual({
		message: 'Talend Cloud returned status 418',
		todo: 'Check the values of the fields.',
	});
});
