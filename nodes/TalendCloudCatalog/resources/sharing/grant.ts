import { record } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { accessFields, changeAccess, CHANGED_BEFORE, someoneNamed } from './changeAccess';
import { changeMany, levelField } from './requests';

export const grant = flow({
	destructive: true,
	name: 'Grant',
	action: 'Grant access to objects',
	description: 'Give users and groups access to many objects; others keep their access',
	fields: { ...accessFields, level: levelField('What they can do') },
	uses: [changeMany],
	messages: [CHANGED_BEFORE],
	rules: [someoneNamed],
	answers: record(undefined),
	run: async (op, input) => await changeAccess(op, input, input.level),
});
