/** API definitions in their versions, and the test projects of API Tester. */
import { store } from '../../state/store';

export interface Sharing {
	users: Array<{ userId: string; level: { code: string } }>;
	groups: Array<{ groupId: string; level: { code: string } }>;
	tenantSharing: unknown[];
}

export interface ApiDefinition {
	id: string;
	apiId: string;
	name: string;
	version: string;
	description?: string;
	format: string;
	mediaType: string;
	content: Buffer;
	createdAt: number;
	changedAt: number;
	by: string;
	sharing: Sharing;
}

export interface ApiTest {
	id: string;
	name: string;
	sharing: Sharing;
}

export const apiDefinitions = store<ApiDefinition>({ name: 'API definition', idForm: 'objectId' });
export const apiTests = store<ApiTest>({ name: 'Test project', idForm: 'objectId' });
