/**
 * Other IDs of a record are replaced by the one that the platform takes.
 */
import type { IDataObject } from 'n8n-workflow';

import { record } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import { id, text } from '../../../../nodes/shared/declare/fields';
import { listOf } from '../../../../nodes/shared/declare/lists/loadedChoices';
import { resolveRecords } from '../../../../nodes/shared/engine/input/resolveRecords';
import { ANY_TEXTS } from '../../../support/anyTexts';
import { calling, tasks } from './namesStage';

describe('another ID of a record', () => {
	const other = { otherId: { name: 'uuid', pattern: /^u-/ } };
	const engines = tasks({ byName: false, always: { place: 'all' }, ...other });
	const clusters = tasks({
		method: 'searchClusters',
		byName: false,
		otherId: { name: 'clusterUuid', pattern: /^[uc]-/ },
	});
	const both = { ...engines, otherPickers: [clusters] };
	const found = ({ place }: IDataObject) =>
		place === 'all'
			? [{ id: 1, name: 'E', uuid: 'U-1' }]
			: [{ id: 2, name: 'C', clusterUuid: 'c-2' }];
	const declared = operation('PUT /x/{engineId}', {
		...ANY_TEXTS,
		path: { engineId: id('E').pick(both) },
		body: { ids: listOf(both, 'getEngines', 'E').optional(), name: text('N').optional() },
		settings: { setting: id('S').pick(both).optional() },
		answers: record(undefined),
	});

	test('another ID of a record is replaced by the one that the platform accepts, wherever it is', async () => {
		const { op, asked } = calling(found);
		expect(
			await resolveRecords(op, declared, {
				values: { engineId: 'u-1', ids: ['c-2', '7'], name: 'u-1', undeclared: 'u-1' },
				settings: { setting: 'c-2' },
			}),
		).toEqual({
			values: { engineId: '1', ids: ['2', '7'], name: 'u-1', undeclared: 'u-1' },
			settings: { setting: '2' },
		});
		// Each list once for each ID.
		expect(asked).toEqual([{ place: 'all' }, {}]);
	});

	test('another ID of a record is kept if no record has it, or if it does not look like one', async () => {
		const { op, asked } = calling(found);
		expect(
			(await resolveRecords(op, declared, { values: { engineId: 'u-9' }, settings: {} })).values,
		).toEqual({
			engineId: 'u-9',
		});
		expect(asked).toEqual([{ place: 'all' }, {}]);
		expect(
			(await resolveRecords(op, declared, { values: { engineId: 'x-1' }, settings: {} })).values,
		).toEqual({
			engineId: 'x-1',
		});
		expect(asked).toHaveLength(2);
		const plain = operation('GET /x', {
			...ANY_TEXTS,
			query: { a: text('A') },
			answers: record(undefined),
		});
		expect(await resolveRecords(op, plain, { values: { a: 'u-1' }, settings: {} })).toEqual({
			values: { a: 'u-1' },
			settings: {},
		});
	});

	test('another ID of a record is looked up until there is a response, which is then used for the whole node run', async () => {
		const answers: Array<IDataObject[] | Error> = [new Error('503'), [{ id: 1, uuid: 'u-1' }]];
		const { op, asked } = calling(() => answers.shift()!);
		const look = async () =>
			(await resolveRecords(op, declared, { values: { engineId: 'u-1' }, settings: {} })).values
				.engineId;
		await expect(look()).rejects.toThrow('503');
		expect([await look(), await look()]).toEqual(['1', '1']);
		expect(asked).toHaveLength(2);
	});
});
