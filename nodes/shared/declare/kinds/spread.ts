/** Several fields that are sent as one object and entered one by one, without a form around them. */
import type { INodeProperties } from 'n8n-workflow';

import { isObject } from '../../support/json';
import { withSignsShown } from '../../support/seenNames';
import type { FieldContext } from '../input/badInput';
import { objectSchema, shownOnly } from './common/form';
import {
	type Base,
	Field,
	type Fields,
	isShownBeside,
	labelOf,
	nameOnWire,
	type Spec,
	type Values,
} from './common/kind';
import { isExpression, isNothing, isUntouched, refuse, writtenAt } from './common/reading';

interface SpreadSpec extends Spec {
	fields: Fields;
}

/** `artifact` and `version` → `artifactVersion`. */
const partName = (name: string, inner: string): string =>
	`${name}${inner.charAt(0).toUpperCase()}${inner.slice(1)}`;

class SpreadField<T> extends Field<T, SpreadSpec> {
	/** The fields that are inputs. */
	private readonly entered = Object.entries(this.spec.fields).filter(
		([, { spec }]) => !spec.derived,
	);

	override parts(name: string): Record<string, string> {
		return Object.fromEntries(this.entered.map(([inner]) => [partName(name, inner), inner]));
	}

	protected override check() {
		return objectSchema(this.spec.fields, true);
	}

	protected override readGiven(context: FieldContext, raw: unknown): unknown {
		const { fields, required } = this.spec;
		if (isNothing(raw) && !required) return undefined;
		const given = isNothing(raw)
			? {}
			: isObject(raw)
				? raw
				: refuse(context, 'must be an object', raw);
		const known = new Set(
			Object.entries(fields).flatMap(([name, inner]) => [name, nameOnWire(name, inner)]),
		);
		for (const name of Object.keys(given))
			if (!known.has(name)) refuse(context, `has no field ${withSignsShown(name)}`, undefined);
		const read: Record<string, unknown> = {};
		for (const [name, inner] of Object.entries(fields)) {
			if (!isShownBeside(inner, fields, given)) continue;
			const wire = nameOnWire(name, inner);
			// Each has an input of its own, so a refusal names that one. n8n does not touch hidden ones either.
			const part = partName(context.path, name);
			const written = writtenAt(context.written, name);
			const at = {
				...context,
				path: part,
				label: labelOf(part, inner),
				written,
				given: context.given === true && (!isUntouched(given[name]) || isExpression(written)),
			};
			const value = inner.read(at, given[name] ?? given[wire]);
			if (value !== undefined) read[wire] = value;
		}
		return Object.keys(read).length === 0 && !required ? undefined : read;
	}

	override properties(name: string): INodeProperties[] {
		const { required } = this.spec;
		return this.entered.map(([inner, field]) => {
			const show = Object.entries(field.spec.shownWhen ?? {}).map(
				([other, values]) => [partName(name, other), values] as const,
			);
			return {
				...(required ? field : field.optional()).property(partName(name, inner)),
				...shownOnly(Object.fromEntries(show)),
			};
		});
	}

	protected override inputOf(base: Base): INodeProperties {
		return { ...base, type: 'json', default: '{}' };
	}
}

/** Several fields that are sent as one object and entered one by one. */
export const spread = <F extends Fields>(description: string, fields: F) =>
	new SpreadField<Values<F>>({ kind: 'spread', description, required: true, fields });
