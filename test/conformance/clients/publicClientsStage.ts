/** The platform for the requests of public clients, and the words for what they read. */
import type { IDataObject } from 'n8n-workflow';

import { startTask } from '../../../emulator/areas/processing/executions';
import { DEMO, DEMO_TOKEN } from '../../../emulator/seed';
import { environmentNamed, taskNamed } from '../../support/demo';
import { platformForEach } from '../../support/platform';
import { DAY } from '../../support/time';

export const platform = platformForEach({ dialect: 'field' }, [
	'sent: PUT /orchestration/executables/tasks/{} takes has no field taskPauseDetails',
	'GET /orchestration/workspaces has no query parameter limit',
	'GET /monitoring/executions/{}/logs has no query parameter id',
]);
export const state = () => platform.emulator.state;
export const now = () => platform.emulator.clock.now();
export const BY = { id: 'ana.demo', type: 'HUMAN' } as const;

export interface Request {
	/** `GET /orchestration/environments` */
	endpoint: string;
	query?: Record<string, string | number>;
	body?: unknown;
	headers?: Record<string, string>;
}

export interface Answer {
	status: number;
	body: IDataObject;
}

export async function send({ endpoint, query = {}, body, headers = {} }: Request): Promise<Answer> {
	const [method, path] = endpoint.split(' ') as [string, string];
	const asked = new URLSearchParams(
		Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
	).toString();
	const response = await fetch(`${platform.address}${path}${asked === '' ? '' : `?${asked}`}`, {
		method,
		// All of them name the type of the body, even where there is none.
		headers: {
			authorization: `Bearer ${DEMO_TOKEN}`,
			accept: 'application/json',
			'content-type': 'application/json',
			...headers,
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	return {
		status: response.status,
		body: (text === '' ? undefined : JSON.parse(text)) as IDataObject,
	};
}

/** An execution that has ended. */
export const ended = (name: string = DEMO.goodTask) =>
	startTask(state(), taskNamed(state(), name), now() - 3_600_000, { type: 'MANUAL', by: BY }).id;
export const environmentId = () => environmentNamed(state(), 'Production').id;
export const task = (name: string = DEMO.goodTask) => taskNamed(state(), name);
export const lastDay = () => ({ from: now() - DAY, to: now() });

export const text = expect.any(String) as string;
export const number = expect.any(Number) as number;
export const having = (fields: object): object => expect.objectContaining(fields) as object;
export const listOf = (fields: object): unknown[] =>
	expect.arrayContaining([having(fields)]) as unknown[];

export interface Row {
	/** The public repository, or what kind of client it is. */
	source: string;
	/** What it wants to know or do. */
	wants: string;
	request: () => Request;
	status?: number;
	/** What it reads. */
	reads: unknown;
	/** What it must not rely on, as the platform was seen without it. */
	lacks?: string[];
}
