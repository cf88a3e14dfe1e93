/**
 * Finds out which tasks have been resolved, from the lists of their campaign, which are read again
 * and again.
 */
import type { IDataObject } from 'n8n-workflow';

import type { ListedTasks } from './requests';

/** A task whose resolution is waited for, and the item that names it. */
export interface WantedTask {
	id: string;
	item: number | undefined;
}

export class Resolution {
	/** Resolved tasks by their IDs. */
	readonly resolved = new Map<string, IDataObject>();
	/** The IDs of all tasks in the last reading. */
	private listed: ReadonlySet<string> = new Set();
	/** The IDs of the wanted tasks that the last reading did not show. */
	private absent: readonly string[] = [];
	private missingIds: readonly string[] = [];

	/** @param endStates the states in which a task counts as resolved */
	constructor(
		private readonly wanted: readonly WantedTask[],
		private readonly endStates: readonly string[],
	) {}

	/** Takes the result of a reading. */
	take({ tasks, isPart }: ListedTasks): void {
		this.listed = new Set(tasks.map((task) => String(task.id)));
		for (const task of tasks)
			if (this.endStates.includes(String(task.currentState)))
				this.resolved.set(String(task.id), task);
		const absent = this.wanted
			.filter((task) => !this.resolved.has(task.id) && this.isHidden(task) && !isPart)
			.map(({ id }) => id);
		// A task counts as missing after two readings without it, because a task that changes its state
		// while the lists are read is in none of them.
		this.missingIds = absent.filter((id) => this.absent.includes(id));
		this.absent = absent;
	}

	/** The wanted tasks that are not resolved, and not known to be missing. */
	get open(): WantedTask[] {
		return this.wanted.filter(({ id }) => !this.resolved.has(id) && !this.missingIds.includes(id));
	}

	/** The tasks that the campaign does not have. */
	get missing(): WantedTask[] {
		return this.wanted.filter(({ id }) => this.missingIds.includes(id));
	}

	/** Whether the last reading did not show a task. */
	isHidden({ id }: WantedTask): boolean {
		return !this.listed.has(id);
	}
}
