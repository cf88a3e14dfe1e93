/**
 * In which order the inputs of an operation stand.
 */
import type { INodeProperties } from 'n8n-workflow';

import { nothing, record, records } from '../../../nodes/shared/declare/answers';
import { confirmation } from '../../../nodes/shared/declare/confirmation';
import { flow, operation } from '../../../nodes/shared/declare/define';
import {
	boolean,
	choice,
	type Fields,
	id,
	integer,
	object,
	text,
} from '../../../nodes/shared/declare/fields';
import { limitOffset } from '../../../nodes/shared/declare/lists/paging';
import type { Operation } from '../../../nodes/shared/declare/operation';
import { propertiesOfNode } from '../../../nodes/shared/editor/nodeProperties';
import { a, form, get, reported, resourceOf } from './editorStage';

/** The inputs of one operation, after those for authentication, resource and operation. */
const inputsOf = (declared: Operation): INodeProperties[] =>
	propertiesOfNode([resourceOf({ get: declared })]).slice(3);

const namesOf = (declared: Operation) => inputsOf(declared).map(({ name }) => name);

describe('the positions of the inputs of an operation', () => {
	test('inputs are ordered: required ones, those that are already set, optional ones', () => {
		const declared = operation('PUT /x/{taskId}', {
			...reported,
			path: { taskId: id('T') },
			body: {
				aSwitch: boolean('Whether').initial(true),
				form: form.optional(),
				a,
				must: form,
				optional: a.optional(),
				count: integer('C').initial(3),
				word: text('W').initial('w'),
			},
			settings: { how: choice('H', ['x', 'y']).initial('x'), set: a.optional() },
			answers: record(undefined, { simple: ['a'] }),
		});
		expect(namesOf(declared)).toEqual([
			'taskId',
			'a',
			'must',
			'word',
			'aSwitch',
			'count',
			'how',
			'simplify',
			'updateFields',
		]);
	});

	test('a switch that shows other inputs stays with them', () => {
		const declared = get({
			query: {
				aSwitch: boolean('Whether').initial(true),
				a,
				shown: text('S').shownWhen({ aSwitch: [true] }),
			},
		});
		expect(namesOf(declared)).toEqual(['aSwitch', 'a', 'shown']);
		expect(namesOf(get({ query: { undecided: boolean('Whether'), a } }))).toEqual([
			'undecided',
			'a',
		]);
	});

	test('inputs that a setting shows come right after it', () => {
		const declared = get({
			query: {
				first: a.shownWhen({ one: ['x'] }),
				second: text('S').shownWhen({ two: ['x'] }),
				form: object('F', { a }).shownWhen({ one: ['x'] }),
				both: text('B').shownWhen({ one: ['x'], two: ['x'] }),
			},
			settings: {
				one: choice('O', ['x', 'y']).initial('x'),
				two: choice('T', ['x', 'y']).initial('x'),
				three: choice('R', ['x', 'y']).initial('x'),
			},
		});
		expect(namesOf(declared)).toEqual([
			'one',
			'first',
			'form',
			'two',
			'second',
			'both',
			'three',
			'options',
		]);
	});

	const withForm = {
		query: { form: form.optional() },
		settings: { leftOut: form.optional(), how: boolean('H').initial(true) },
	};

	test('the number of records of a list stands in place of its page', () => {
		const declared = get({
			query: { limit: integer('L').optional(), offset: integer('O').initial(0), a },
			pages: limitOffset(),
			answers: records(undefined, { simple: ['a'] }),
		});
		expect(namesOf(declared)).toEqual(['a', 'returnAll', 'limit', 'offset', 'simplify']);
	});

	test('the optional fields of a list are its filters', () => {
		expect(
			namesOf(get({ query: { a, optional: a.optional() }, answers: records(undefined) })),
		).toEqual(['a', 'filters']);
	});

	test('the settings of a list with a value of their own are above its filters', () => {
		const answers = records(undefined, { simple: ['a'] });
		expect(namesOf(get({ ...withForm, answers }))).toEqual(['how', 'simplify', 'filters']);
	});

	test('the settings of a record with a value of their own are above its options', () => {
		const answers = record(undefined, { simple: ['a'] });
		expect(namesOf(get({ ...withForm, answers }))).toEqual(['how', 'simplify', 'options']);
	});

	test('inputs that are only for models come after the settings', () => {
		expect(
			namesOf(
				operation('DELETE /x', {
					...reported,
					query: { aSwitch: boolean('Whether').initial(true), optional: a.optional() },
					answers: nothing(),
				}),
			),
		).toEqual(['aSwitch', 'allowAsTool', 'dryRun', 'options']);
		expect(
			namesOf(
				operation('DELETE /x', { ...reported, settings: confirmation('all'), answers: nothing() }),
			),
		).toEqual(['confirmDeletion', 'dryRun']);
		const [allow] = inputsOf(operation('DELETE /x', { ...reported, answers: nothing() }));
		expect(allow!.displayOptions).toEqual({
			show: { resource: ['x'], operation: ['get'], '@tool': [true] },
		});
	});

	test('a notice comes first', () => {
		const noticeOf = (declared: Operation) =>
			inputsOf(declared)
				.filter(({ type }) => type === 'notice')
				.map(({ displayName, name, default: initial }) => [displayName, name, initial]);
		expect(noticeOf(get({ query: { a } }))).toEqual([]);
		expect(noticeOf(get({ notice: 'Mind this.' }))).toEqual([['Mind this.', 'notice', '']]);
		expect(noticeOf(get({ answers: record(undefined, { whySecret: 'a token' }) }))).toEqual([
			['The output contains a secret: a token.', 'notice', ''],
		]);
		expect(
			noticeOf(get({ notice: 'Mind this.', answers: record(undefined, { whySecret: 'a token' }) })),
		).toEqual([['Mind this.', 'notice', '']]);
		expect(namesOf(get({ query: { a }, notice: 'Mind this.' }))).toEqual(['notice', 'a']);
	});

	test('a flow has its fields and its settings', () => {
		const declared = flow({
			...reported,
			fields: { a, optional: a.optional() },
			settings: { how: boolean('H').initial(true), other: text('O').optional() },
			uses: [],
			answers: nothing(),
			run: async () => await Promise.resolve([]),
		});
		expect(namesOf(declared)).toEqual(['a', 'how', 'options']);
		expect((inputsOf(declared)[2]!.options as INodeProperties[]).map(({ name }) => name)).toEqual([
			'optional',
			'other',
		]);
	});

	test('a field keeps its own condition beside those of versions', () => {
		const [shown] = inputsOf(get({ query: { a: a.shownWhen({ other: [1] }).since(2) } }));
		expect(shown!.displayOptions).toEqual({
			show: { resource: ['x'], operation: ['get'], other: [1], '@version': [{ _cnd: { gte: 2 } }] },
		});
		const [bare] = inputsOf(get({ query: { a } }));
		expect(bare!.displayOptions).toEqual({ show: { resource: ['x'], operation: ['get'] } });
	});

	test('a collection is hidden while another field hides all of its contents', () => {
		const conditionsOf = (query: Fields) => inputsOf(get({ query })).at(-1)!.displayOptions?.show;
		const type = choice('T', ['x', 'y', 'z']);
		const forX = text('X')
			.optional()
			.shownWhen({ type: ['x'] });
		const forXAndY = text('Y')
			.optional()
			.shownWhen({ type: ['y', 'x'] });
		const always = { resource: ['x'], operation: ['get'] };
		expect(conditionsOf({ type, forX, forXAndY })).toEqual({ ...always, type: ['x', 'y'] });
		expect(conditionsOf({ type, forX, any: text('A').optional() })).toEqual(always);
		expect(conditionsOf({ type, later: forX.since(2) })).toEqual({ ...always, type: ['x'] });
	});

	test('operations with the same form share its input, which the JSON of each of them hides', () => {
		const update = operation('PUT /x', {
			...reported,
			body: { form: form.describe('Another') },
			answers: nothing(),
		});
		const [shown, collected] = propertiesOfNode([
			resourceOf({
				update,
				other: operation('PUT /y', {
					...reported,
					body: { form: form.describe('Another') },
					answers: nothing(),
				}),
			}),
		]).slice(3);
		expect(shown).toMatchObject({
			name: 'form',
			displayOptions: {
				show: { operation: ['update', 'other'] },
				hide: { '/updateFields.formJson': [{ _cnd: { exists: true } }] },
			},
		});
		expect(collected).toMatchObject({ name: 'updateFields', options: [{ name: 'formJson' }] });
	});
});
