/** An object of names and texts, entered as rows of name and value. */
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { isObject } from '../../support/json';
import { titleCase } from '../../support/words';
import { singular } from '../../support/nouns';
import { BadInput, MissingInput, type FieldContext } from '../input/badInput';
import { nextStep } from '../input/nextStep';
import { fixedCollection } from './common/inputs';
import type { ChangeId, Choosable } from './common/chosen';
import { type Base, Field, type Spec } from './common/kind';
import { locatorOf } from './common/locator';
import { ABSENT, exactNumber, contextInside, isNothing, parseGiven, refuse, textOf, locatorValue } from './common/reading';

export interface PairsSpec extends Spec {
	/** The values may be numbers, too. */
	numbersAllowed?: boolean;
	/** What the name of an entry is, for its input. */
	named?: string;
}

export class PairsField<T = Record<string, string>, S extends PairsSpec = PairsSpec> extends Field<T, S> {
	override readonly isForm = true;

	/** An empty set of pairs is sent, and clears what was there. */
	mayBeEmpty(): this {
		return this.with({ mayBeEmpty: true });
	}

	/** The values are IDs of records, each chosen from a list. */
	pick(picker: Choosable): this {
		return this.with({ picker });
	}

	named(named: string): this {
		return this.with({ named } as Partial<S>);
	}

	protected override check(): z.ZodType {
		const { numbersAllowed } = this.spec;
		// zod's own record does not accept an object with a key such as "constructor".
		return z.custom(
			(value) => isPairs(value, numbersAllowed === true),
			`must have names, and texts${numbersAllowed ? ' or numbers' : ''} as values`,
		);
	}

	/** From `{pairs: [{name, value}]}` of the form, an array of such rows, or an object. */
	protected override readGiven(context: FieldContext, raw: unknown): unknown {
		if (isNothing(raw)) return ABSENT;
		const value = typeof raw === 'string' ? parseGiven(context, raw, 'an object') : raw;
		const form = isObject(value) && Array.isArray(value.pairs) ? value.pairs : value;
		if (!Array.isArray(form) && !isObject(form)) return refuse(context, 'must be an object', raw);
		const entries = Array.isArray(form) ? this.namedOf(context, form) : Object.entries(form);
		if (entries.length === 0) return this.spec.mayBeEmpty ? {} : ABSENT;
		return Object.fromEntries(entries.map(([name, entry]) => [name, this.asValue(contextInside(context, name), entry)]));
	}

	override async withIds(value: unknown, change: ChangeId): Promise<unknown> {
		const { picker } = this.spec;
		if (!picker || !isObject(value)) return value;
		return Object.fromEntries(
			await Promise.all(
				Object.entries(value).map(async ([name, id]) => [name, typeof id === 'string' ? await change(id, picker) : id] as const),
			),
		);
	}

	private namedOf(context: FieldContext, rows: unknown[]): Array<[name: string, value: unknown]> {
		const entries = new Map<string, unknown>();
		rows.forEach((row, index) => {
			if (!isObject(row)) return refuse({ ...context, path: `${context.path}[${index}]` }, 'must have rows of name and value', row);
			const within = `${context.label}, row ${index + 1}`;
			const at = { ...context, path: `${context.path}[${index}].name`, label: `${within}: Name` };
			if (typeof (row.name ?? '') === 'object') refuse(at, 'must be text', row.name);
			const name = String(row.name ?? '');
			if (name === '')
				throw new MissingInput(at.path, at.label, 'is required', nextStep('Name', { spec: { kind: 'text' }, isMany: false }, { within }));
			if (entries.has(name)) throw new BadInput(at.path, at.label, 'must not be given twice', name);
			entries.set(name, locatorValue(row.value));
		});
		return [...entries];
	}

	private asValue(context: FieldContext, value: unknown): unknown {
		if (value === undefined || value === null) return refuse(context, 'has no value: give one, or leave the name out', undefined);
		if (typeof value === 'boolean') return String(value);
		if (typeof value !== 'number') return value;
		return this.spec.numbersAllowed && Number.isFinite(value) ? exactNumber(context, value) : textOf(context, value);
	}

	protected override inputOf(base: Base): INodeProperties {
		const { named, picker } = this.spec;
		return fixedCollection(base, 'pairs', singular(base.displayName), true, [
			{ displayName: 'Name', name: 'name', type: 'string', default: '', ...(named ? { description: named } : {}) },
			picker
				? locatorOf({ displayName: titleCase(picker.noun), name: 'value' }, picker, true)
				: { displayName: 'Value', name: 'value', type: 'string', default: '' },
		]);
	}
}

function isPairs(value: unknown, numbersAllowed: boolean): boolean {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
	return Object.entries(value).every(
		([name, entry]) => name !== '' && (typeof entry === 'string' || (numbersAllowed && typeof entry === 'number')),
	);
}

/** An object of names and texts, entered as rows of name and value. */
export const pairs = (description: string) => new PairsField({ kind: 'pairs', description, required: true });
