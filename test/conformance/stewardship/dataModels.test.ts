/** Data models: created, updated and deleted. */
import { byId, byName } from '../../support/demo';
import { judgeRequests } from '../../support/judgeRequests';
import { expectRefused, platform, run, sentBody, succeed } from './stage';

describe('data model', () => {
	const FIELDS = [
		{ name: 'sku', type: 'text', required: true },
		{ name: 'pieces', type: 'integer' },
	];
	const createModel = async (name: string, displayName: string) => {
		const [made] = await succeed('dataModel', 'create', {
			name,
			displayName,
			fieldsJson: FIELDS,
			additionalFields: { description: 'What is there' },
		});
		return made;
	};

	test('the response to the creation of a data model has no fields', async () => {
		expect(await createModel('stock', 'Stock')).toMatchObject({
			name: 'stock',
			version: 1,
			fields: null,
		});
	});

	test('a data model is read with its fields, by its display name', async () => {
		await createModel('shelves', 'Shelves');
		const [read] = await succeed('dataModel', 'get', { dataModelName: byName('Shelves') });
		expect(read).toMatchObject({ name: 'shelves', fields: FIELDS });
	});

	test('an update of a data model creates a new version that keeps the fields that are left out', async () => {
		await createModel('bins', 'Bins');
		const [changed] = await succeed('dataModel', 'update', {
			dataModelName: byId('bins'),
			updateFields: { displayName: 'Bins of the day' },
		});
		expect(changed).toMatchObject({
			displayName: 'Bins of the day',
			description: 'What is there',
			version: 2,
			fields: [{ name: 'sku' }, { name: 'pieces' }],
		});
		expect(
			sentBody('PUT /schemaservice/api/v1/schemas/org.talend.schema/{dataModelName}'),
		).toMatchObject({ namespace: 'org.talend.schema', name: 'bins', version: 1 });
	});

	test('a data model without a campaign is listed as not referenced', async () => {
		await createModel('racks', 'Racks');
		expect(
			await succeed('dataModel', 'getMany', { returnAll: true, simplify: true }),
		).toContainEqual(expect.objectContaining({ name: 'racks', referenced: false }));
	});

	test('a data model cannot have the technical name of another', async () => {
		await createModel('crates', 'Crates');
		const { error } = await run('dataModel', 'create', {
			name: 'crates',
			displayName: 'Crates',
			fieldsJson: FIELDS,
		});
		expect(error).toMatchObject({ httpCode: '400', message: 'SCHEMA_NAME_ALREADY_EXISTS' });
		expect(error!.description).toContain('choose another technical name');
	});

	test('a data model without a campaign can be deleted', async () => {
		await createModel('pallets', 'Pallets');
		expect(await succeed('dataModel', 'delete', { dataModelName: byId('pallets') })).toEqual([
			{ deleted: true, dataModelName: 'pallets' },
		]);
		const { error } = await run('dataModel', 'get', { dataModelName: byId('pallets') });
		expect(error).toMatchObject({ httpCode: '404' });
	});

	test('a data model cannot be deleted while a campaign uses it', async () => {
		const { error } = await run('dataModel', 'delete', {
			dataModelName: byId('rejected_invoices'),
		});
		expect(error).toMatchObject({ httpCode: '400', message: 'SCHEMA_NOT_DELETABLE_REFERENCED' });
		expect(error!.description).toMatch(/^A campaign may still use the data model/);
	});

	test('a data model requires a usable name and a field', async () => {
		const rest = {
			displayName: 'X',
			fieldsJson: [{ name: 'a', type: 'text' }],
		};
		await expectRefused(
			'dataModel',
			'create',
			{ ...rest, name: 'my stock' },
			'"Technical Name" must begin with a letter and have only letters, digits and underscores',
		);
		await expectRefused(
			'dataModel',
			'create',
			{ ...rest, name: 'stock', fieldsJson: '[]' },
			/^"Fields"/,
		);
	});
});

judgeRequests(platform, 'Stewardship', ['dataModel']);
