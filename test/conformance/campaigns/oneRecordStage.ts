/**
 * A platform with records that refuses two simultaneous writes to one record: each address holds
 * what was last written to it, each response has its own delay, and everything is kept for the test
 * to check. It is independent of the emulator, and of how the nodes keep their order.
 */
import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../../nodes/shared/support/json';
import { type OwnServer, serve } from '../../support/server';

export interface Write {
	/** The record: the address up to the last ID in it. */
	record: string;
	method: string;
	path: string;
	body: unknown;
}

interface Endpoint {
	method: string;
	pattern: RegExp;
	/** Whether it only reads, whatever its method is. */
	reads: boolean;
}

export class RecordServer {
	/** The value at each address. */
	readonly records = new Map<string, unknown>();
	/** The writes that were carried out, in order. */
	readonly done: Write[] = [];
	/** Writes that arrived while another one to the same record was in progress. */
	readonly overlapping: Write[] = [];
	/** The highest number of writes that were in progress at once. */
	most = 0;
	/** How long a request waits before it is processed, and again before the response. */
	delay: () => number = () => 0;
	/** Whether a write is refused. */
	refuses: (write: Write) => boolean = () => false;
	/** The record that results from a write. */
	written: (path: string, body: IDataObject) => IDataObject = (_path, body) => body;
	private readonly underWay = new Map<string, number>();
	private server?: OwnServer;

	constructor(private readonly endpoints: readonly Endpoint[]) {}

	/** @returns its address */
	async listen(): Promise<string> {
		this.server = await serve(async ({ method, path, body: text }) => {
			const { status, body } = await this.answer(method, path, text);
			return { status, body: body === undefined ? '' : JSON.stringify(body) };
		});
		return this.server.address;
	}

	async close(): Promise<void> {
		await this.server?.close();
	}

	private async answer(
		method: string,
		path: string,
		text: string,
	): Promise<{ status: number; body?: unknown }> {
		const endpoint = this.endpoints.find(
			(each) => each.method === method && each.pattern.test(path),
		);
		if (!endpoint) return { status: 404, body: { message: `There is no ${method} ${path}` } };
		if (endpoint.reads) {
			await this.wait();
			return this.read(path);
		}
		const write: Write = {
			record: endpoint.pattern.exec(path)!.groups!.record!,
			method,
			path,
			body: text === '' ? undefined : asJson(text),
		};
		const others = this.underWay.get(write.record) ?? 0;
		this.underWay.set(write.record, others + 1);
		this.most = Math.max(
			this.most,
			[...this.underWay.values()].reduce((sum, count) => sum + count, 0),
		);
		try {
			if (others > 0) {
				this.overlapping.push(write);
				return { status: 409, body: { message: 'Another write to the record is under way' } };
			}
			if (this.refuses(write)) return { status: 503, body: { message: 'Not now' } };
			await this.wait();
			const result = this.do(write);
			await this.wait();
			return result;
		} finally {
			this.underWay.set(write.record, this.underWay.get(write.record)! - 1);
		}
	}

	private do(write: Write): { status: number; body?: unknown } {
		const { method, path, body } = write;
		if (method === 'DELETE' && !this.records.has(path))
			return { status: 404, body: { message: 'Not found' } };
		this.done.push(write);
		if (method === 'DELETE') this.records.delete(path);
		else if (method === 'PUT')
			this.records.set(
				path,
				isObject(body) ? this.written(path, { id: idIn(path), ...body }) : body,
			);
		else if (method === 'PATCH')
			this.records.set(path, {
				...(this.records.get(path) as object | undefined),
				...(body as object),
			});
		return { status: 200, body: { id: idIn(path), number: this.done.length } };
	}

	private read(path: string): { status: number; body?: unknown } {
		if (this.records.has(path)) return { status: 200, body: this.records.get(path) };
		const inside = [...this.records].filter(
			([other]) => other.startsWith(`${path}/`) && !other.slice(path.length + 1).includes('/'),
		);
		return inside.length > 0
			? { status: 200, body: inside.map(([, record]) => record) }
			: { status: 404, body: { message: 'Not found' } };
	}

	private async wait(): Promise<void> {
		const ms = this.delay();
		if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
	}
}

const idIn = (path: string): string => decodeURIComponent(path.split('/').at(-1)!);
function asJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

/**
 * An endpoint as the server looks for it: `record` is its address up to the last ID, or all of it.
 */
export function endpointOf(method: string, path: string, reads: boolean): Endpoint {
	const end = path.lastIndexOf('}') + 1 || path.length;
	const pattern = (part: string) =>
		part
			.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
			.replace(/\{[^}]+\}/g, path === '{path}' ? '.+' : '[^/]+');
	return {
		method,
		reads,
		pattern: new RegExp(`^(?<record>${pattern(path.slice(0, end))})${pattern(path.slice(end))}$`),
	};
}
