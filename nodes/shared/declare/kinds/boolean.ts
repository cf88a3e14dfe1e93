import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { isNothing } from '../../support/nothing';
import type { Spec } from '../field/declaration';
import { Field, type KindSpec, type PropertyBase } from '../field/field';
import type { FieldContext } from '../field/fieldContext';
import { asSwitch, refuse } from '../field/parse';

type BooleanSpec = Spec & Pick<KindSpec, 'confirms'>;

class BooleanField extends Field<boolean, BooleanSpec> {
	override readonly sentAs = 'boolean';

	override get verb() {
		return 'Turn on or off' as const;
	}

	/**
	 * Confirms what cannot be undone: if a model uses the node, only a person can set it.
	 * @param why what would be lost, for the refusal if the switch is off; absent if the operation
	 * has its own rule
	 * @param when the values for which it must be on; if absent, it must always be on
	 */
	confirms(why?: string, when?: (values: IDataObject) => boolean): this {
		return this.with({ confirms: { why, when } });
	}

	override valueSchema(): z.ZodType {
		return z.boolean();
	}

	override readGiven(context: FieldContext, raw: unknown): unknown {
		return isNothing(raw)
			? undefined
			: (asSwitch(raw) ?? refuse(context, 'must be true or false', raw));
	}

	override toProperty(base: PropertyBase): INodeProperties {
		const { apiDefault, required, example } = this.spec;
		// A switch that the user adds to a collection starts with its usual value. For example, adding
		// Active to an update must not deactivate anybody.
		return { ...base, type: 'boolean', default: apiDefault ?? (!required && example === true) };
	}
}

/** A switch; its description begins with "Whether". */
export const boolean = (description: string) =>
	new BooleanField({ kind: 'boolean', description, required: true });
