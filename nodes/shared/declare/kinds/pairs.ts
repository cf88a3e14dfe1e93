/** Objects whose names the user gives, or the platform. */
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { isObject, isRecord } from '../../support/json';
import { isAbsent, isNothing } from '../../support/nothing';
import { singular } from '../../support/text/nouns';
import { withTrimmedNames } from '../../support/text/visibleNames';
import { titleCase } from '../../support/text/words';
import { BadInput } from '../badInput';
import type { Choosable, Mappable } from '../field/chosen';
import type { Spec } from '../field/declaration';
import { Field, type KindSpec, type PropertyBase } from '../field/field';
import type { FieldContext } from '../field/fieldContext';
import { rowsOfForm } from '../field/inputs';
import { locatorOf } from '../field/locator';
import {
	contextAt,
	enteredAt,
	exactNumber,
	isExpression,
	isMapping,
	locatorValue,
	parseGiven,
	refusalOfEqualNames,
	refuse,
	rowLabel,
	spellingAt,
	textOf,
} from '../field/parse';
import { readValue } from '../field/reading';
import { id } from './id';
import { text } from './text';

interface PairsSpec extends Spec, Pick<KindSpec, 'picker' | 'columns' | 'mayBeEmpty'> {
	/** Whether the values may also be numbers. */
	numbersAllowed?: boolean;
	/** The description of the input for the name of an entry. */
	nameDescription?: string;
}

const NAME = text('Name of the value');

/** A value under the name that was given for it, with its spelling: the name is trimmed later. */
type NamedValue = [name: string, given: { value: unknown; spelling: unknown }];

const namedIn = ({ spelling }: FieldContext, object: Record<string, unknown>): NamedValue[] =>
	Object.entries(object).map(([name, value]) => [
		name,
		{ value, spelling: spellingAt(spelling, name) },
	]);

function namedInRows(context: FieldContext, rows: unknown[]): NamedValue[] {
	const entries = new Map<string, NamedValue[1]>();
	rows.forEach((row, index) => {
		const rowContext = contextAt(context, index, { label: rowLabel(context, index) });
		if (!isObject(row))
			return refuse(
				{ ...rowContext, label: context.label },
				'must have rows of name and value',
				row,
			);
		const nameContext = contextAt(rowContext, 'name', {
			label: `${rowContext.label}: Name`,
			inside: { label: 'Name', container: rowContext.label },
			isGiven: !isNothing(row.name),
		});
		const name = readValue(NAME, nameContext, row.name) as string;
		if (entries.has(name))
			throw new BadInput(nameContext.path, nameContext.label, 'must not be given twice', name);
		entries.set(name, { value: row.value, spelling: spellingAt(rowContext.spelling, 'value') });
	});
	return [...entries];
}

class PairsField<T = Record<string, string>> extends Field<T, PairsSpec> {
	override readonly isForm = true;

	override readonly isObject = true;

	/** The field that reads each value, if the values are IDs of records. */
	private readonly record = this.spec.picker && id('ID of the record').pick(this.spec.picker);

	override get emptied() {
		return {};
	}

	override get takesSeveral() {
		return true;
	}

	override get refusesBlank() {
		return this.spec.picker !== undefined;
	}

	override get verb() {
		return 'Add' as const;
	}

	/** Allows an empty object, which is sent and clears what was there. */
	mayBeEmpty(): this {
		return this.with({ mayBeEmpty: true });
	}

	/** Says that the values are IDs of records, each of which is chosen from a list. */
	pick(picker: Choosable): this {
		return this.with({ picker });
	}

	nameDescription(nameDescription: string): this {
		return this.with({ nameDescription });
	}

	/**
	 * Loads the names, so that n8n's resource mapper shows an input for each. JSON can give other
	 * names.
	 */
	columnsOf(columns: Mappable): this {
		return this.with({ columns });
	}

	withNumbers(): PairsField<Record<string, string | number>> {
		return new PairsField({ ...this.spec, numbersAllowed: true });
	}

	override valueSchema(): z.ZodType {
		const { numbersAllowed, picker } = this.spec;
		const isValue = (entry: unknown) =>
			(typeof entry === 'string' && !(picker && entry.trim() === '')) ||
			(numbersAllowed && typeof entry === 'number');
		// zod's own record does not accept an object with a key such as "constructor".
		return z.custom(
			(value) =>
				isObject(value) &&
				Object.entries(value).every(([name, entry]) => name.trim() !== '' && isValue(entry)),
			`must be an object with a text${numbersAllowed ? ' or a number' : ''} for each name`,
		);
	}

	/**
	 * Reads what the mapper gives, `{pairs: [{name, value}]}` from the form, an array of such rows,
	 * or an object.
	 */
	override readGiven(context: FieldContext, raw: unknown): unknown {
		if (isNothing(raw)) return undefined;
		if (this.spec.columns && isMapping(raw)) {
			const entered = enteredAt(context.entered, 'value');
			// The editor stores no value for an input that was left empty. An input with an expression
			// that returns nothing was not left empty.
			const filledIn = namedIn(context, raw.value ?? {}).filter(
				([name, { value }]) => !isNothing(value) || isExpression(enteredAt(entered, name)),
			);
			return filledIn.length === 0 ? undefined : this.valuesOf(context, filledIn);
		}
		const value = typeof raw === 'string' ? parseGiven(context, raw, 'an object', 'asTexts') : raw;
		const isWrapped = isObject(value) && Array.isArray(value.pairs);
		const form = isWrapped ? value.pairs : value;
		if (!Array.isArray(form) && !isRecord(form)) return refuse(context, 'must be an object', raw);
		const { spelling } = context;
		const formContext = {
			...context,
			spelling: isWrapped ? spellingAt(spelling, 'pairs') : spelling,
		};
		const entries = Array.isArray(form)
			? namedInRows(formContext, form)
			: namedIn(formContext, form);
		return entries.length === 0 && !this.mayClear(context)
			? undefined
			: this.valuesOf(context, entries);
	}

	/**
	 * Whether an empty object clears what was there. An empty form does not, because n8n also makes
	 * one of an expression that a program wrote in place of the form.
	 */
	private mayClear({ purpose, isJson }: FieldContext): boolean {
		const isForm = purpose !== undefined && !isJson && !this.spec.columns;
		return this.spec.mayBeEmpty === true && !isForm;
	}

	private valuesOf(context: FieldContext, entries: NamedValue[]): Record<string, unknown> {
		const entriesByTrimmedName = withTrimmedNames(entries, {
			renamed: context.renamed,
			twice: (name, sameName) => {
				throw refusalOfEqualNames(context, name, sameName);
			},
		});
		return Object.fromEntries(
			entriesByTrimmedName.map(([name, { value, spelling }]) => [
				name,
				this.asValue(contextAt(context, name, { spelling }), value),
			]),
		);
	}

	private asValue(context: FieldContext, raw: unknown): unknown {
		if (this.record) {
			const inside = { label: titleCase(this.spec.picker!.noun), container: context.label };
			return readValue(this.record, { ...context, inside, isGiven: true }, raw);
		}
		const value = locatorValue(raw);
		if (isAbsent(value))
			return refuse(context, 'has no value: give one, or leave the name out', undefined);
		if (typeof value === 'boolean') return String(value);
		if (typeof value !== 'number') return value;
		return this.spec.numbersAllowed && Number.isFinite(value)
			? exactNumber(context, value)
			: textOf(context, value);
	}

	override toProperty(base: PropertyBase): INodeProperties {
		const { nameDescription, picker, columns } = this.spec;
		if (columns) return mapperOf(base, columns);
		const name: INodeProperties = {
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			...(nameDescription ? { description: nameDescription } : {}),
		};
		const value: INodeProperties = picker
			? locatorOf({ displayName: titleCase(picker.noun), name: 'value' }, picker, { nested: true })
			: { displayName: 'Value', name: 'value', type: 'string', default: '' };
		const displayName = singular(base.displayName);
		return rowsOfForm(base, { displayName, name: 'pairs', values: [name, value] });
	}
}

const mapperOf = (base: PropertyBase, { method, dependsOn, words }: Mappable): INodeProperties => ({
	...base,
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	typeOptions: {
		loadOptionsDependsOn: [...dependsOn],
		resourceMapper: {
			resourceMapperMethod: method,
			mode: 'add',
			fieldWords: words,
			valuesLabel: base.displayName,
			addAllFields: true,
			multiKeyMatch: false,
			supportAutoMap: false,
			hideNoDataError: true,
		},
	},
});

/** An object of names and texts, entered as rows of name and value. */
export const pairs = (description: string) =>
	new PairsField({ kind: 'pairs', description, required: true });

/** An object of texts whose names are loaded from the platform: each has its own input. */
export const mapped = (description: string, columns: Mappable) =>
	pairs(description).columnsOf(columns).onTop();
