/** Semantic types: created, changed and published. */
import { semanticTypes } from '../../../emulator/areas/stewardship/stewardshipStore';
import { byId, byName } from '../../support/demo';
import { judgeRequests } from '../../support/judgeRequests';
import {
	EDIT_TYPE,
	expectRefused,
	GET_TYPES,
	platform,
	run,
	sentBody,
	state,
	succeed,
} from './stage';

beforeEach(() => platform.emulator.resetAccount());

describe('semantic type', () => {
	/** A published semantic type, as the node returns it and as the platform keeps it. */
	const publish = async (name: string, label: string) => {
		const [made] = await succeed('semanticType', 'create', {
			name,
			label,
			type: 'DICT',
			values: { rows: [{ value: 'North' }, { value: 'South', synonyms: ['S'] }] },
			additionalFields: { validationMode: 'EXACT' },
		});
		return { made: made!, kept: semanticTypes.find(state(), String(made!.id)) };
	};

	test('a semantic type is created and published in one operation', async () => {
		const { made, kept } = await publish('REGION', 'Region');
		expect(made).toEqual({
			success: true,
			id: expect.any(String) as string,
			name: 'REGION',
			label: 'Region',
			type: 'DICT',
			validationMode: 'EXACT',
			published: true,
		});
		expect(kept).toMatchObject({ state: 'PUBLISHED', values: [['North'], ['South', 'S']] });
	});

	test('an update of a semantic type publishes it with the added and the earlier values', async () => {
		const { kept } = await publish('AREA', 'Area');
		const [changed] = await succeed('semanticType', 'update', {
			semanticTypeId: byName('Area'),
			updateFields: { label: 'Sales area', valuesJson: ['East', ['West', 'W', 3]] },
		});
		expect(changed).toMatchObject({
			name: 'AREA',
			label: 'Sales area',
			validationMode: 'EXACT',
			published: true,
		});
		expect(kept).toMatchObject({ state: 'PUBLISHED', content: { label: 'Sales area' } });
		expect(kept.values).toEqual([['North'], ['South', 'S'], ['East'], ['West', 'W', '3']]);
	});

	test('semantic types are listed', async () => {
		await publish('DISTRICT', 'District');
		const listed = await succeed('semanticType', 'getMany', { returnAll: true, simplify: true });
		expect(listed.map(({ name }) => name)).toEqual(
			expect.arrayContaining(['COST_CENTER', 'DISTRICT']),
		);
	});

	test('a semantic type is deleted', async () => {
		const { kept } = await publish('ZONE', 'Zone');
		expect(await succeed('semanticType', 'delete', { semanticTypeId: byId(kept.id) })).toEqual([
			{ deleted: true, semanticTypeId: kept.id },
		]);
		const listed = await succeed('semanticType', 'getMany', { returnAll: true });
		expect(listed.map(({ id }) => id)).not.toContain(kept.id);
	});

	test.each([
		{
			type: 'REGEX',
			regEx: {
				mainCategory: 'AlphaNumeric',
				validator: { patternString: '^P$', caseInsensitive: null, re2jCompliant: true },
			},
		},
		{ type: 'COMPOUND', children: [{ id: '5f76ecd1a9d7fb0001d3e1c2', label: 'Part' }] },
	])('a semantic type keeps the values that only the platform has: $type', async (content) => {
		const listed = { id: 'type-1', name: 'PART', label: 'Part', state: 'SANDBOX', ...content };
		platform.emulator.faults.add({ operation: GET_TYPES, status: 200, body: [listed], times: 1 });
		platform.emulator.faults.add({ operation: EDIT_TYPE, status: 204, body: '' });
		platform.clearLog();
		// The platform has no such type, so its publication fails afterwards.
		await run('semanticType', 'update', {
			semanticTypeId: byId('type-1'),
			updateFields: { label: 'Spare part' },
		});
		expect(sentBody(EDIT_TYPE)).toEqual({ name: 'PART', label: 'Spare part', ...content });
	});

	test('a semantic type can be created and published step by step', async () => {
		const [{ id }] = (await succeed('semanticType', 'createSandbox', {})) as [{ id: string }];
		const semanticTypeId = byId(id);
		await succeed('semanticType', 'editSandbox', {
			semanticTypeId,
			name: 'PART',
			label: 'Part',
			type: 'REGEX',
			updateFields: {},
			regExJson: { mainCategory: 'AlphaNumeric', validator: { patternString: '^P\\d+$' } },
		});
		await succeed('semanticType', 'saveDraft', { semanticTypeId });
		expect(await succeed('semanticType', 'getDraftStatus', { semanticTypeId })).toMatchObject([
			{ status: 'IN_PROGRESS' },
		]);
		platform.emulator.clock.advance(5_000);
		expect(await succeed('semanticType', 'getDraftStatus', { semanticTypeId })).toMatchObject([
			{ status: 'FINISH' },
		]);
		await succeed('semanticType', 'publish', { semanticTypeId });
		expect(await succeed('semanticType', 'openSandbox', { semanticTypeId })).toMatchObject([
			{ state: 'SANDBOX' },
		]);
		expect(
			await succeed('semanticType', 'getMany', { returnAll: true, filters: { state: 'SANDBOX' } }),
		).toMatchObject([{ id }]);
		await succeed('semanticType', 'addValues', {
			categoryId: semanticTypeId,
			valuesJson: '["P1", 1.10]',
		});
		expect(semanticTypes.find(state(), id).values).toEqual([['P1'], ['1.10']]);
	});

	test.each([
		{
			operation: 'PATCH /semanticservice/categories/{semanticTypeId}',
			before: 'sandbox created',
			next: 'Edit Sandbox',
		},
		{
			operation: 'POST /semanticservice/documents',
			before: 'sandbox created, content set',
			next: 'Add Values',
		},
		{
			operation: 'PATCH /semanticservice/v2/categories/{semanticTypeId}/draft',
			before: 'sandbox created, content set, values added',
			next: 'Save Draft',
		},
		{
			operation: 'POST /semanticservice/categories/{semanticTypeId}/publish',
			before: 'sandbox created, content set, values added, draft saved',
			next: 'Publish',
		},
	])(
		'the error names the step of a creation that failed: $operation',
		async ({ operation, before, next }) => {
			platform.emulator.faults.add({ operation, status: 403 });
			const { error } = await run('semanticType', 'create', {
				name: `STOPPED_${next.replace(' ', '_')}`,
				label: 'S',
				type: 'DICT',
				values: { rows: [{ value: 'a' }] },
			});
			expect(error!.message).toMatch(/^Semantic type \w+ is not published: /);
			expect(error!.description).toMatch(
				new RegExp(
					`Already done: ${before}\\. Continue with ${next} of this semantic type, or delete the type\\.$`,
				),
			);
		},
	);

	test.each([
		['DICT', '"Values" is required'],
		['REGEX', '"Regular Expression: Main Category" is required'],
		['COMPOUND', '"Semantic Type IDs" is required'],
	])('a semantic type requires the fields of its kind: %s', async (type, refusal) => {
		platform.clearLog();
		const values = { rows: [] };
		await expectRefused('semanticType', 'create', { name: 'X', label: 'X', type, values }, refusal);
		expect(platform.emulator.log).toEqual([]);
	});

	test('a semantic type accepts only texts as values', async () => {
		const { error } = await run('semanticType', 'create', {
			name: 'X',
			label: 'X',
			type: 'DICT',
			valuesJson: [['Lyon'], [{ city: 'Lyon' }]],
		});
		expect(error!.message).toBe('"Values, row 2: Value" must be text');
	});
});

judgeRequests(platform, 'Stewardship', ['semanticType']);
