/** A list of texts. */
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { singular } from '../../support/nouns';
import type { FieldContext } from '../input/badInput';
import type { ChangeId, Loadable } from './common/chosen';
import type { Base, Spec } from './common/kind';
import { readList, arrayOfSize, SeveralField, type Sizes } from './common/listed';
import { withPattern, type Pattern } from './common/pattern';

interface ListSpec extends Spec, Sizes {
	/** Maximum number of characters of an entry. */
	maxLength?: number;
	pattern?: Pattern;
}

export class ListField extends SeveralField<string[], ListSpec> {
	maxLength(maxLength: number): this {
		return this.with({ maxLength });
	}

	/** Of each entry; `rule` completes the sentence "<label> must …". */
	matching(test: RegExp, rule: string): this {
		return this.with({ pattern: { test, rule } });
	}

	/** Several, chosen from the platform's records. */
	from(source: Loadable): this {
		return this.with({ source });
	}

	protected override check(): z.ZodType {
		const { maxLength, pattern } = this.spec;
		const item = z.string().min(1);
		return arrayOfSize(withPattern(maxLength === undefined ? item : item.max(maxLength), pattern), this.spec);
	}

	protected override readGiven(context: FieldContext, raw: unknown): unknown {
		return readList(context, raw, this.spec.mayBeEmpty === true);
	}

	override async withIds(value: unknown, change: ChangeId): Promise<unknown> {
		const picker = this.spec.source?.picker;
		return picker && Array.isArray(value) ? await Promise.all(value.map(async (entry) => await change(String(entry), picker))) : value;
	}

	protected override inputOf(base: Base): INodeProperties {
		const { source } = this.spec;
		if (source)
			return {
				...base,
				type: 'multiOptions',
				typeOptions: { loadOptionsMethod: source.method, loadOptionsDependsOn: [...source.dependsOn, ...(source.knows ?? [])] },
				default: [],
			};
		return {
			...base,
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: `Add ${singular(base.displayName)}` },
			default: [],
		};
	}
}

/** A list of texts. */
export const list = (description: string) => new ListField({ kind: 'list', description, required: true });
