/**
 * Updates of users, groups and roles, which SCIM replaces as a whole. Attributes that are not given
 * are kept, unless *Keep Other Attributes* is off.
 */
import { boolean } from '../shared/declare/fields';
import type { KeepRule, ReadFirst, RequestOperation } from '../shared/declare/operation';
import type { Rule } from '../shared/declare/rules';
import type { Input } from '../shared/declare/runtime/context';

/**
 * The switch *Keep Other Attributes*.
 * @param loses what a complete replacement removes: completes "the whole … is replaced, and …"
 */
export const keepOthersField = (noun: string, loses?: string) =>
	boolean(
		`Whether to keep attributes that you leave out; when off, the whole ${noun} is replaced${loses === undefined ? '' : `, and ${loses}`}`,
	)
		.label('Keep Other Attributes')
		.confirms()
		.initial(true);

/** Whether the record is replaced, so that it need not be read. */
export const replacesAll = ({ settings }: Pick<Input, 'settings'>): boolean =>
	settings.keepOthers === false;

/** What a complete replacement needs: the field, and perhaps a second one. */
export const neededToReplace = (noun: string, field: string, second?: string): Rule => ({
	field,
	says: `${field}${second === undefined ? '' : ` and ${second}`} must be given when keepOthers is off`,
	finding: ({ keepOthers, ...values }) =>
		keepOthers === false && [field, second ?? field].some((name) => values[name] === undefined)
			? `${second === undefined ? '' : `and {${second}} `}must be given when Keep Other Attributes is off: the ${noun} is replaced as a whole`
			: undefined,
});

interface Replacement {
	noun: 'group' | 'role';
	/** Reads the record. */
	get: RequestOperation;
	/** The field that the record must have. */
	name: string;
	/** The API's own name of its members or permissions. */
	list: string;
	/** What a complete replacement removes ({@link keepOthersField}). */
	loses: string;
}

/** The parts of the update of a group or a role that depend on *Keep Other Attributes*. */
export function replacement({ noun, get, name, list, loses }: Replacement): {
	settings: { keepOthers: ReturnType<typeof keepOthersField> };
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
		settings: { keepOthers: keepOthersField(noun, loses) },
		rules: [neededToReplace(noun, name)],
		readFirst: {
			get,
			keep,
			// The user gives no schemas, only the request does. So the present ones are kept.
			join: { schemas: (kept, constant) => kept ?? constant },
			unless: replacesAll,
		},
	};
}
