/** An object whose names the platform knows: n8n's resource mapper has one input for each. JSON can give other names. */
import type { INodeProperties } from 'n8n-workflow';

import { isObject } from '../../support/json';
import type { FieldContext } from '../input/badInput';
import type { Mappable } from './common/chosen';
import type { Base } from './common/kind';
import { PairsField, type PairsSpec } from './pairs';
import { ABSENT, isExpression, isNothing, isUntouched, writtenAt } from './common/reading';

interface MappedSpec extends PairsSpec {
	columns: Mappable;
}

interface Mapping {
	mappingMode: string;
	value?: Record<string, unknown> | null;
}

const isMapping = (raw: unknown): raw is Mapping & Record<string, unknown> => isObject(raw) && 'mappingMode' in raw;

export class MappedField<T = Record<string, string>> extends PairsField<T, MappedSpec> {
	/** Which names are loaded. */
	columnsOf(columns: Mappable): this {
		return this.with({ columns });
	}

	override isUntouched(raw: unknown): boolean {
		return isMapping(raw) ? Object.values(raw.value ?? {}).every(isNothing) : isUntouched(raw);
	}

	/** From the mapper; otherwise read like pairs. */
	protected override readGiven(context: FieldContext, raw: unknown): unknown {
		if (!isMapping(raw)) return super.readGiven(context, raw);
		const written = writtenAt(context.written, 'value');
		// The editor stores no value for an input that was left empty; an expression that returned nothing is something else.
		const given = Object.entries(raw.value ?? {}).filter(([name, value]) => !isNothing(value) || isExpression(writtenAt(written, name)));
		if (given.length === 0) return ABSENT;
		return super.readGiven({ ...context, written }, Object.fromEntries(given));
	}

	protected override inputOf(base: Base): INodeProperties {
		const { method, dependsOn, words } = this.spec.columns;
		return {
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
		};
	}
}

/** Texts by names that are loaded. */
export const mapped = (description: string, columns: Mappable) =>
	new MappedField({ kind: 'pairs', description, required: true, columns, onTop: true });

/** Like {@link mapped}, with numbers allowed as values. */
export const mappedWithNumbers = (description: string, columns: Mappable) =>
	new MappedField<Record<string, string | number>>({
		kind: 'pairs',
		description,
		required: true,
		columns,
		onTop: true,
		numbersAllowed: true,
	});
