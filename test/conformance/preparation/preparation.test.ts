/** Each operation of Talend Cloud Data Preparation does its work on the platform. */
import type { IDataObject } from 'n8n-workflow';

import { areaOf } from '../../support/area';
import { describeRequests } from '../../support/conformance';
import { judgeRequests } from '../../support/judgeRequests';
import { platformForAll } from '../../support/platform';

const platform = platformForAll({ keepAnswers: true });
const { succeed } = areaOf('Preparation', () => platform);

describeRequests('Preparation', () => platform);

describe('the list of preparations', () => {
	const names = async (more: IDataObject) =>
		(await succeed('preparation', 'getMany', more)).map(({ name }) => name);

	test('only preparations that a person has run once are listed', async () => {
		expect(await names({ returnAll: true })).toEqual([
			'customers_preparation',
			'invoices_preparation',
		]);
	});

	test('preparations are filtered by their names in any case', async () => {
		expect(await names({ returnAll: true, filters: { name: 'INVOICES' } })).toEqual([
			'invoices_preparation',
		]);
	});

	test('the list has no more preparations than the limit', async () => {
		expect(await names({ limit: 1 })).toHaveLength(1);
	});
});

judgeRequests(platform, 'Preparation', ['preparation']);
