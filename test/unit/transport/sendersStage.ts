/**
 * A node whose credential and responses are what the test says.
 */
import type {
	IAdditionalCredentialOptions,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	INode,
} from 'n8n-workflow';

import { anyNode } from '../../support/anyNode';
import { stub } from '../../support/stub';

export const node = (credentials?: INode['credentials']): INode =>
	anyNode({ id: 'node', credentials });

/** What n8n gives to a node: the data of its credential, and what a request is answered. */
export function context({
	credential = {},
	answer = async () => await Promise.resolve({ statusCode: 200 }),
	authentication = 'token',
}: {
	credential?: IDataObject | Error;
	answer?: () => Promise<object>;
	authentication?: string;
} = {}) {
	const requested: Array<{
		caller: IExecuteFunctions;
		type: string;
		options: IHttpRequestOptions;
		credential?: IDataObject;
	}> = [];
	const stop = new AbortController();
	const given = {
		getNode: () => node({ talendCloudTokenApi: { id: '7', name: 'mine' } }),
		getCredentials: async (type: string) => {
			expect(type).toBe(authentication === 'token' ? 'talendCloudTokenApi' : 'talendCloudApi');
			if (credential instanceof Error) throw credential;
			return await Promise.resolve(credential);
		},
		getCurrentNodeParameter: (name: string) =>
			name === 'authentication' ? authentication : undefined,
		getNodeParameter: (name: string) => (name === 'authentication' ? authentication : undefined),
		getExecutionCancelSignal: () => stop.signal,
		helpers: {
			async httpRequestWithAuthentication(
				this: IExecuteFunctions,
				type: string,
				options: IHttpRequestOptions,
				given?: IAdditionalCredentialOptions,
			) {
				requested.push({
					caller: this,
					type,
					options,
					credential: given?.credentialsDecrypted?.data,
				});
				return await answer();
			},
		},
	};
	return { given: stub<IExecuteFunctions & ILoadOptionsFunctions>(given), requested, stop };
}

export const GET = { method: 'GET' as const, url: '/x' };
