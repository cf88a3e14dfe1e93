/**
 * The contents of the state, by type of record, and what the areas share. Each area declares its
 * own in a separate file, such as `areas/scim/scimStore.ts`, so that another area can use its
 * records without importing its handlers.
 */
import { notFound, type Refusal } from '../refusals';
import type { State } from './state';

/**
 * Declares a value in the state of an account, which is created when it is used for the first time.
 */
export const stateEntry =
	<T>(name: string, make: () => T) =>
	(state: State): T =>
		state.entry(name, make);

/** The fields of a new record. If it has no ID, the platform assigns one. */
export type New<T> = Omit<T, 'id'> & { id?: string };

export interface StoreOptions<T> {
	/** The name of such a record in refusals: "Project". */
	name: string;
	/** The form of new IDs, or a function that makes the ID. */
	idForm: 'objectId' | 'uuid' | ((record: Omit<T, 'id'>, state: State) => string);
	/** The refusal of an unknown ID, if it is more than the usual 404. */
	refusalOfMissing?: (id: string) => Refusal;
	/** Where the records are stored, if not in the usual place. */
	recordsIn?: (state: State) => Map<string, T>;
}

/** The records of one type. */
export interface Store<T extends { id: string }> {
	readonly name: string;
	/** The records of an account, by id, in the order in which they were made. */
	recordsIn(state: State): Map<string, T>;
	all(state: State): T[];
	/** Adds a record without any check: for seeds, and for handlers that have done the checks. */
	add(state: State, given: New<T>): T;
	/** @throws Refusal 404 */
	find(state: State, id: string): T;
	/** The refusal of an ID that does not exist, or that the caller cannot see. */
	refusalOfMissing(id: string): Refusal;
}

/** Declares where the records of one type are stored. */
export function store<T extends { id: string }>({
	name,
	idForm,
	refusalOfMissing: declaredRefusal,
	recordsIn: declaredPlace,
}: StoreOptions<T>): Store<T> {
	const key = Symbol(name);
	const recordsIn =
		declaredPlace ?? ((state: State) => state.entry(key, () => new Map<string, T>()));
	const refusalOfMissing = (id: string) =>
		declaredRefusal?.(id) ?? notFound(`${name} ${id} was not found`);
	return {
		name,
		recordsIn,
		all: (state) => [...recordsIn(state).values()],
		add: (state, fields) => {
			const id =
				fields.id ?? (typeof idForm === 'string' ? state[idForm]() : idForm(fields, state));
			const record = { ...fields, id } as unknown as T;
			recordsIn(state).set(id, record);
			return record;
		},
		find: (state, id) => {
			const record = recordsIn(state).get(id);
			if (!record) throw refusalOfMissing(id);
			return record;
		},
		refusalOfMissing,
	};
}

/** An event that other areas have to know: for example, an environment was deleted. */
export interface StateEvent<T> {
	/** Calls all listeners, in the order in which they were registered. */
	emit(state: State, detail: T): void;
	/** Registers a listener. This is done once, when a file is loaded. */
	on(listener: (state: State, detail: T) => void): void;
}

/** Declares an event between areas. */
export function stateEvent<T>(): StateEvent<T> {
	const listeners: Array<(state: State, detail: T) => void> = [];
	return {
		emit: (state, detail) => {
			for (const listener of listeners) listener(state, detail);
		},
		on: (listener) => void listeners.push(listener),
	};
}
