/**
 * The types of what a declaration hands to its code; a mistake in them is one of the compiler (`npm
 * run types`).
 */
import { record } from '../../../nodes/shared/declare/answers';
import { operation } from '../../../nodes/shared/declare/define';
import { id, integer, text } from '../../../nodes/shared/declare/fields';

const described = { name: 'Change', action: 'Change a thing', description: 'Changes it' };

test('the code of an operation gets its input with the declared types', () => {
	const change = operation('PUT /things/{thingId}', {
		...described,
		path: { thingId: id('The thing') },
		body: { size: integer('Its size').optional() },
		settings: { mode: text('How to change it') },
		answers: record(undefined),
		prepare: async (_call, _of, input) => {
			const mode: string = input.settings.mode;
			const size: number | undefined = input.values.size;
			// @ts-expect-error the setting has another name
			void input.settings.way;
			// @ts-expect-error the field has another name
			void input.values.length;
			// @ts-expect-error a number is no text
			const text: string | undefined = input.values.size;
			return { ...input, body: { ...input.body, mode, size, text } };
		},
		readFirst: {
			get: operation('GET /things/{thingId}', { ...described, answers: record(undefined) }),
			keep: {},
			// @ts-expect-error the setting has another name
			unless: ({ settings }) => settings.way === 'all',
			check: (_call, { input }) => {
				// @ts-expect-error the field has another name
				void input.values.length;
			},
		},
		around: async (_call, input, write) => {
			// @ts-expect-error the setting has another name
			void input.settings.way;
			return await write();
		},
	});
	expect(Object.keys(change.settings ?? {})).toEqual(['mode']);
});

test('an operation without settings has only those of every list, record and file', () => {
	const read = operation('GET /things', {
		...described,
		answers: record(undefined),
		perform: async (op, of, input) => {
			const limit: number | undefined = input.settings.limit;
			// @ts-expect-error there is no such setting
			void input.settings.mode;
			return limit === 0 ? [] : await op.request(of, input);
		},
	});
	expect(read.settings).toEqual({});
});
