/** The data of the emulated account. Each area keeps its records separately. */
import { type Seen, seenIn } from '../dialects';
import type { Caller, ServiceAccount } from './caller';

export class State {
	/** The observations that apply. */
	seen: Seen = seenIn('documents');
	readonly accountId = '5a1e1d0ec0ffee0001ab0001';
	readonly serviceAccounts = new Map<string, ServiceAccount>();
	readonly personalTokens = new Map<string, Caller>();
	private readonly entries = new Map<string | symbol, unknown>();
	private count = 0;

	/** The records of an area, which are created when they are used for the first time. */
	entry<T>(name: string | symbol, make: () => T): T {
		if (!this.entries.has(name)) this.entries.set(name, make());
		return this.entries.get(name) as T;
	}

	/** An identifier like those of the older areas: 24 hexadecimal digits. */
	objectId(): string {
		return `5a1e1d0e${(++this.count).toString(16).padStart(16, '0')}`;
	}

	/** An identifier in the form of a UUID; the same in each run of a test. */
	uuid(): string {
		const tail = (++this.count).toString(16).padStart(12, '0');
		return `7a1e0000-0000-4000-8000-${tail}`;
	}
}
