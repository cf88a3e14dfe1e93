import { record } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { accessFields, changeAccess, CHANGED_BEFORE, someoneNamed } from './changeAccess';
import { changeMany } from './requests';

export const revoke = flow({
	name: 'Revoke',
	action: 'Revoke access to objects',
	description: 'Take away the access of users and groups to many objects; others keep theirs',
	destructive: true,
	fields: accessFields,
	uses: [changeMany],
	messages: [CHANGED_BEFORE],
	rules: [someoneNamed],
	answers: record(undefined),
	run: async (op, input) => await changeAccess(op, input, undefined),
});
