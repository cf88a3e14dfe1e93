/** Each operation of Talend Cloud Data Preparation does its work on the platform. */
import { areaOf } from '../../support/area';
import { describeRequests, judgeRequests } from '../../support/conformance';
import { platformForAll } from '../../support/platform';

const platform = platformForAll({ keepAnswers: true });
const { succeed } = areaOf('Preparation', () => platform);

describeRequests('Preparation', () => platform);

test('only preparations that a person has run once are listed, and can be filtered by name', async () => {
	const names = async (more: object) =>
		(await succeed('preparation', 'getMany', { returnAll: true, ...more })).map(({ name }) => name);
	expect(await names({})).toEqual(['customers_preparation', 'invoices_preparation']);
	expect(await names({ filters: { name: 'INVOICES' } })).toEqual(['invoices_preparation']);
	expect(await succeed('preparation', 'getMany', { limit: 1 })).toHaveLength(1);
});

judgeRequests(platform, 'Preparation', ['preparation']);
