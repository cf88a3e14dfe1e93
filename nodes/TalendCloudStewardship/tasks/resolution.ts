/**
 * Which of some tasks have been resolved, by what the lists of their campaign show one look after
 * the other.
 */
import type { IDataObject } from 'n8n-workflow';

/** The tasks of a campaign that its lists show. */
export interface ListedTasks {
	tasks: IDataObject[];
	/** Whether the campaign may have others. */
	isPart: boolean;
}

/** A task that is waited for, and the item that names it. */
export interface WantedTask {
	id: string;
	item: number | undefined;
}

export class Resolution {
	/** Resolved tasks by their IDs. */
	readonly resolved = new Map<string, IDataObject>();
	/** The IDs of all tasks in the last look. */
	private listed: ReadonlySet<string> = new Set();
	/** The IDs of the tasks that the last look did not show. */
	private absent: readonly string[] = [];
	private missingIds: readonly string[] = [];

	/** @param endStates the states in which a task counts as resolved */
	constructor(
		private readonly wanted: readonly WantedTask[],
		private readonly endStates: readonly string[],
	) {}

	/** Takes what the lists show now. */
	take({ tasks, isPart }: ListedTasks): void {
		this.listed = new Set(tasks.map((task) => String(task.id)));
		for (const task of tasks)
			if (this.endStates.includes(String(task.currentState)))
				this.resolved.set(String(task.id), task);
		const absent = this.wanted
			.filter((task) => !this.resolved.has(task.id) && this.isHidden(task) && !isPart)
			.map(({ id }) => id);
		// One look is not enough: a task that changes its state between two lists is in neither of
		// them.
		this.missingIds = absent.filter((id) => this.absent.includes(id));
		this.absent = absent;
	}

	/** The tasks that exist, as far as is known, and are not resolved. */
	get open(): WantedTask[] {
		return this.wanted.filter(({ id }) => !this.resolved.has(id) && !this.missingIds.includes(id));
	}

	/** The tasks that the campaign does not have. */
	get missing(): WantedTask[] {
		return this.wanted.filter(({ id }) => this.missingIds.includes(id));
	}

	/** Whether the last look did not show a task. */
	isHidden({ id }: WantedTask): boolean {
		return !this.listed.has(id);
	}
}
