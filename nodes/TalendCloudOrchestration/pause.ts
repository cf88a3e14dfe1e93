import { boolean, datetime, suggestion, text } from '../shared/declare/field';

/** The body of the pause operations, which the interface documents do not show (docs/interface.md, "Tasks and plans"). */
export const pauseBody = (noun: string) => ({
	pause: boolean(`Whether to pause the ${noun} instead of letting it run again`).startsWith(true),
	pauseContext: text('Why, for those who find it paused').label('Reason').eg('Maintenance of the warehouse').optional(),
	user: text('Who pauses it; you when not set').eg('ana.demo').optional(),
	userType: suggestion('What that user is', [
		{ value: 'HUMAN', name: 'Human' },
		{ value: 'SERVICE', name: 'Service Account' },
	]).optional(),
	pauseDate: datetime('Since when; now when not set').optional(),
});
