/**
 * The platform of the tests about Stewardship, and its names: each file that imports this starts
 * its own.
 */
import type { IDataObject } from 'n8n-workflow';

import { tasks } from '../../../emulator/areas/stewardship/stewardshipStore';
import { areaOf } from '../../support/area';
import { byId } from '../../support/demo';
import { platformForAll } from '../../support/platform';

export const platform = platformForAll({ keepAnswers: true });

export const state = () => platform.emulator.state;
export const { run, succeed, requests, expectRefused } = areaOf('Stewardship', () => platform);
export const CAMPAIGN = byId('rejected-invoices');
export const GET_TYPES = 'GET /semanticservice/categories';
export const EDIT_TYPE = 'PATCH /semanticservice/categories/{semanticTypeId}';
export const NEW_TASKS = 'POST /data-stewardship/api/v1/campaigns/owned/{campaignName}/tasks';
export const loaded = () =>
	tasks.all(state()).filter(({ campaign }) => campaign === 'rejected-invoices');
export const numbers = () => loaded().map(({ record }) => String(record.number));
export const sentBody = (operation: string) =>
	JSON.parse(requests(operation).at(-1)!.body) as IDataObject;

export const stewards = { rows: [{ role: 'Steward', logins: ['bao.nguyen'] }] };
