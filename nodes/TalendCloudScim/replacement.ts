/**
 * Updates of groups and roles, which SCIM replaces as a whole. Fields that are not given are kept,
 * unless the user chose otherwise.
 */
import { boolean } from '../shared/declare/fields';
import type { KeepRule, ReadFirst, RequestOperation } from '../shared/declare/operation';
import type { Rule } from '../shared/declare/rules';

interface Replacement {
	noun: 'group' | 'role';
	/** Reads the record. */
	get: RequestOperation;
	/** The field that the record must have. */
	name: string;
	/** The API's own name of its members or permissions. */
	list: string;
	/** What a complete replacement removes: completes "off replaces the … as a whole, and …". */
	loses: string;
}

/** The switch *Keep Other Attributes*, and the parts of the operation that depend on it. */
export function replacement({ noun, get, name, list, loses }: Replacement): {
	settings: { keepOthers: ReturnType<typeof boolean> };
	rules: readonly Rule[];
	readFirst: ReadFirst;
} {
	const keep: Record<string, KeepRule> = {
		[name]: 'always',
		[list]: 'ifAny',
		externalId: 'ifAny',
		schemas: 'ifAny',
	};
	return {
		settings: {
			keepOthers: boolean(
				`Whether to keep attributes that you leave out; when off, the whole ${noun} is replaced, and ${loses}`,
			)
				.label('Keep Other Attributes')
				.confirms()
				.initial(true),
		},
		rules: [
			{
				field: name,
				says: `${name} must be given when keepOthers is off`,
				finding: (values) =>
					values.keepOthers === false && values[name] === undefined
						? `must be given when Keep Other Attributes is off: the ${noun} is replaced as a whole`
						: undefined,
			},
		],
		readFirst: {
			get,
			keep,
			// The user gives no schemas, only the request does. So the present ones are kept.
			join: { schemas: (kept, constant) => kept ?? constant },
			unless: ({ settings }) => settings.keepOthers === false,
		},
	};
}
