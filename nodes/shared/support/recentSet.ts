/** A set that remembers only its most recent members, so that it cannot grow without end. */
export class RecentSet<T> extends Set<T> {
	/** @param max how many members are remembered */
	constructor(private readonly max: number) {
		super();
	}

	/** Adds a member as the most recent one. If there are too many, the oldest one is forgotten. */
	override add(member: T): this {
		this.delete(member);
		super.add(member);
		if (this.size > this.max) this.delete(this.values().next().value!);
		return this;
	}
}
