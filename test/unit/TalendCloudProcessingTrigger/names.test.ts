/**
 * The names of tasks and plans that are added to events.
 */
import type { EmittedEvent } from '../../../nodes/shared/trigger/declare/triggerSpec';
import type { Poll } from '../../../nodes/shared/trigger/requests/pollRequests';
import { addNames } from '../../../nodes/TalendCloudProcessingTrigger/names';
import { stub } from '../../support/stub';
import { MINUTE, simulatedTimeForEach } from '../../support/time';

const eventOf = (kind: string, id: string): EmittedEvent => ({
	eventId: id,
	event: 'failed',
	occurredAt: '2026-03-31T08:00:00.000Z',
	record: { kind, [`${kind}Id`]: id },
});

/** A page of tasks: as many as a page has, so that another one follows. */
const fullPage = (firstId: string) =>
	Array.from({ length: 100 }, (_, index) => ({
		executable: index === 0 ? firstId : `${firstId} ${index}`,
		name: `Name of ${firstId}`,
	}));

/** A poll that gets these pages, one after the other, and then no more response. */
const pollWith = (...pages: unknown[]) =>
	stub<Poll>({
		send: async () => {
			const items = pages.shift();
			if (!items) throw new Error('No response arrived');
			return await Promise.resolve({ body: { items } });
		},
	});

const time = simulatedTimeForEach();

const named = ({ record }: EmittedEvent) => record.taskName ?? record.planName;

test('the names that were read before a failure are added to their events', async () => {
	const events = [eventOf('task', 'task 1'), eventOf('task', 'task 2')];
	await expect(addNames(pollWith(fullPage('task 1')), events)).rejects.toThrow('No response');
	expect(events.map(named)).toEqual(['Name of task 1', undefined]);
});

test('the names of plans are added even if those of tasks cannot be read', async () => {
	const events = [eventOf('task', 'task 3'), eventOf('plan', 'plan 1')];
	const poll = pollWith(undefined, [{ executable: 'plan 1', name: 'Nightly' }]);
	await expect(addNames(poll, events)).rejects.toThrow('No response');
	expect(events.map(named)).toEqual([undefined, 'Nightly']);
});

test('a name that was not found is searched for again after ten minutes, not in each poll after that', async () => {
	const send = jest.fn(async () => await Promise.resolve({ body: { items: [] } }));
	const searches = async () => {
		send.mockClear();
		await addNames(stub<Poll>({ send }), [eventOf('task', 'deleted')]);
		return send.mock.calls.length;
	};
	expect([await searches(), await searches()]).toEqual([1, 0]);
	await time.sleep(11 * MINUTE);
	expect([await searches(), await searches()]).toEqual([1, 0]);
});

test('a name is found on a page after a short one', async () => {
	const pages = [
		[{ executable: 'other', name: 'Other' }],
		[{ executable: 'task 9', name: 'Nine' }],
	];
	const send = jest.fn(
		async () => await Promise.resolve({ body: { items: pages.shift() ?? [], total: 2 } }),
	);
	const events = [eventOf('task', 'task 9')];
	await addNames(stub<Poll>({ send }), events);
	expect(events.map(named)).toEqual(['Nine']);
	expect(send).toHaveBeenLastCalledWith(expect.anything(), {}, { limit: 100, offset: 1 });
});
