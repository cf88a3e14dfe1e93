/** Request Options, which n8n adds to each declarative node. */
import { type IExecuteFunctions, type IHttpRequestOptions, type INode, NodeOperationError } from 'n8n-workflow';

/** n8n adds Request Options to each declarative node: batching, proxy, certificates, timeout. */
export function requestOptions(context: IExecuteFunctions, items: number) {
	const given = context.getNodeParameter('requestOptions', 0, {}) as {
		batching?: { batch?: { batchSize?: number; batchInterval?: number } };
		proxy?: string;
		timeout?: number;
		allowUnauthorizedCerts?: boolean;
	};
	const base: Partial<IHttpRequestOptions> = {};
	if (given.timeout) base.timeout = given.timeout;
	if (given.allowUnauthorizedCerts) base.skipSslCertificateValidation = true;
	if (given.proxy) base.proxy = proxyOf(context.getNode(), given.proxy);
	const size = given.batching?.batch?.batchSize ?? 0;
	return {
		base,
		batchSize: size > 0 ? size : Math.max(1, items),
		batchIntervalMs: given.batching?.batch?.batchInterval ?? 0,
	};
}

function proxyOf(node: INode, address: string): IHttpRequestOptions['proxy'] {
	if (!URL.canParse(address))
		throw new NodeOperationError(node, 'The proxy must be an address such as http://127.0.0.1:3128');
	const url = new URL(address);
	return {
		host: url.hostname,
		port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
		protocol: url.protocol.replace(/:$/, ''),
		...(url.username
			? { auth: { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) } }
			: {}),
	};
}
