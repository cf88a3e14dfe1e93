/**
 * Every operation that writes, with several items about one record, in answers that come after a
 * time of their own: what the platform does must be what it does when the items are sent one after
 * the other. The server takes no two writes to a record at a time.
 */
import type { IDataObject } from 'n8n-workflow';

import { bodyFields, inputFields } from '../../../nodes/shared/declare/derived/operationParts';
import { type Field, nameOnWire } from '../../../nodes/shared/declare/fields';
import { type NodeResult } from '../../support/engine';
import { random } from '../../support/random';
import { report } from '../../support/report';
import { parametersOf, sampleOf } from '../../support/samples';
import { ALL } from '../../support/share';
import {
	cases,
	ITEMS,
	items,
	outcomeOf,
	record,
	seed,
	server,
	SLOWEST_MS,
	togetherOf,
	tried,
} from './oneRecordItemsStage';
import { type Write } from './oneRecordStage';

const ENTRY_POINTS = ['workflow', 'tool'] as const;

let count = 0;

let sent = 0;

let kept = 0;

afterAll(() =>
	report(
		`Writes about one record: ${count} operations at ${ALL ? 'both entry points' : 'one entry point each'}, ${ITEMS} items each, ${sent} writes were done in order; ${kept} fields given by runs at the same time were all kept`,
	),
);

test.each(cases)('$title writes to one record in the order of the items', async (each) => {
	seed(each);
	const alone: NodeResult[] = [];
	for (const item of items) alone.push(await tried(each, 'workflow', [item]));
	const wanted = outcomeOf(alone);
	expect(wanted.writes.length).toBeGreaterThan(0);
	for (const entryPoint of ALL ? ENTRY_POINTS : [ENTRY_POINTS[random() < 0.5 ? 0 : 1]]) {
		server.records.clear();
		server.done.length = 0;
		seed(each);
		server.delay = () => random() * SLOWEST_MS;
		let first = each.operation.effect === 'write';
		server.refuses = () => first && !(first = false);
		const result = outcomeOf([await tried(each, entryPoint, items)]);
		server.refuses = () => false;
		// Operations that output a secret are not for a model: nothing is sent, and each item says so.
		if (entryPoint === 'tool' && each.operation.answers.whySecret) {
			expect(result.writes).toEqual([]);
			expect(result.outputs).toEqual(
				items.map(() => expect.objectContaining({ error: 'refused' }) as unknown),
			);
			continue;
		}
		expect({ entryPoint, overlapping: server.overlapping.map(record), ...result }).toEqual({
			entryPoint,
			overlapping: [],
			...wanted,
		});
		sent += server.done.length;
	}
	count++;
});

/**
 * Updates that keep what is not given: runs at the same time, each of which gives another field.
 */
const keeping = cases.filter(
	({ operation }) =>
		operation.readFirst && Object.values(bodyFields(operation)).some(({ spec }) => !spec.required),
);

test.each(keeping)(
	'$title: workflows that change different fields do not overwrite each other',
	async (each) => {
		seed(each);
		const { operation } = each;
		const fields = Object.entries(bodyFields(operation)).filter(
			([, { spec }]) => !spec.required && !spec.notAsked,
		);
		const required = Object.entries({ ...inputFields(operation), ...operation.settings }).filter(
			([, { spec }]) => spec.required && spec.initial === undefined,
		);
		const base = Object.fromEntries(
			required.map(([name, field]) => [name, sampleOf(name, field).given as IDataObject]),
		);
		const more = togetherOf(each);
		server.delay = () => random() * SLOWEST_MS;
		const changed = (name: string, field: Field) => {
			const { given } = sampleOf(name, field);
			return field.spec.kind === 'text' &&
				typeof given === 'string' &&
				!('pattern' in field.spec && field.spec.pattern)
				? `${given} again`
				: given;
		};
		await Promise.all(
			fields.map(
				async ([name, field]) =>
					await tried(
						each,
						'workflow',
						items.slice(0, 1),
						parametersOf(operation, {
							...base,
							[name]: changed(name, field) as IDataObject,
							...more,
						}),
					),
			),
		);
		expect(server.overlapping).toEqual([]);
		expect(server.done.length).toBeGreaterThan(0);
		const [{ path }] = server.done as [Write];
		const texts = fields.filter(
			([name, field]) =>
				typeof changed(name, field) === 'string' &&
				changed(name, field) !== sampleOf(name, field).given,
		);
		expect(server.records.get(path)).toMatchObject(
			Object.fromEntries(
				texts.map(([name, field]) => [nameOnWire(name, field), changed(name, field)]),
			),
		);
		kept += texts.length;
	},
);
