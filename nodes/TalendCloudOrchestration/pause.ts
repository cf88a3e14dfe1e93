import { boolean, suggestion, text } from '../shared/declare/fields';

/**
 * The body of the pause operations, which the interface documents do not show; who paused it and
 * when is set by the platform (docs/platform/interface.md, "Tasks and plans").
 */
export const pauseBody = (noun: string) => ({
	pause: boolean(`Whether to pause the ${noun}; turn it off to resume`).initial(true),
	pauseContext: text('Why it is paused; others can see it')
		.label('Reason')
		.eg('Maintenance of the warehouse')
		.optional(),
	userType: suggestion('Type of your user; Talend Cloud detects it automatically', [
		{ value: 'HUMAN', name: 'Human' },
		{ value: 'SERVICE', name: 'Service Account' },
	]).optional(),
});
