/**
 * One name for one thing: what people read about executions has the same name in all outputs that
 * the nodes shape themselves. These are those with Simplify, those of flows that no description of
 * the platform shows, and the events of triggers.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { areas } from '../../../nodes/areas';
import type { Operation } from '../../../nodes/shared/declare/operation';
import { spec as accountEvents } from '../../../nodes/TalendCloudAccountTrigger/TalendCloudAccountTrigger.node';
import { spec as catalogEvents } from '../../../nodes/TalendCloudCatalogTrigger/TalendCloudCatalogTrigger.node';
import { spec as engineEvents } from '../../../nodes/TalendCloudEnginesTrigger/TalendCloudEnginesTrigger.node';
import { spec as artifactEvents } from '../../../nodes/TalendCloudOrchestrationTrigger/TalendCloudOrchestrationTrigger.node';
import { spec as executionEvents } from '../../../nodes/TalendCloudProcessingTrigger/TalendCloudProcessingTrigger.node';
import { spec as stewardshipEvents } from '../../../nodes/TalendCloudStewardshipTrigger/TalendCloudStewardshipTrigger.node';

const UNIT = '(?:ms|millis|milliseconds|s|seconds|minutes)';
/** Dates are of schedules and campaigns. */
const TIME = '(?:time|timestamp|at)';
const OF_RUN = '(?:run|job|task|plan|execution|execute)?';

/**
 * What people read about an execution: its name in outputs, and the names that would mean the same.
 */
const CONCEPTS: ReadonlyArray<readonly [name: string, means: RegExp]> = [
	['triggerTimestamp', new RegExp(`^${OF_RUN}trigger(?:ed)?${TIME}$`)],
	['startTimestamp', new RegExp(`^${OF_RUN}(?:start|started|begin|began)${TIME}$`)],
	['finishTimestamp', new RegExp(`^${OF_RUN}(?:end|ended|finish|finished|stopped)${TIME}$`)],
	['dueTimestamp', new RegExp(`^(?:due|planned|scheduled)${TIME}$`)],
	['durationSeconds', new RegExp(`^${OF_RUN}(?:duration|elapsed|took)${UNIT}?$`)],
	['numberOfProcessedRows', /^(?:number|count)?(?:of)?(?:processed|total)rows(?:count)?$/],
	['numberOfRejectedRows', /^(?:number|count)?(?:of)?rejectedrows(?:count)?$/],
	['executionId', /^(?:run|execution)id$/],
	['misfiredReason', /^misfired?(?:execution)?reason$/],
	['errorMessage', /^(?:error|failure)(?:message|text|reason)$/],
];

const nodes = join(__dirname, '../../../nodes');
const folderOf = (area: string) =>
	readdirSync(nodes).find((name) => name.toLowerCase() === `talendcloud${area.toLowerCase()}`)!;

const isShapedHere = ({ kind, answers, settings }: Operation): boolean =>
	'simplify' in (settings ?? {}) || (kind === 'flow' && answers.schema === undefined);

interface Shown {
	properties?: Record<string, Shown>;
	items?: Shown;
}

/** The names of all fields, those inside others, too. */
const namesIn = ({ properties = {}, items }: Shown): string[] => [
	...Object.entries(properties).flatMap(([name, field]) => [name, ...namesIn(field)]),
	...(items ? namesIn(items) : []),
];

const outputs = Object.entries(areas).flatMap(([area, resources]) =>
	resources.flatMap(({ value, operations }) =>
		Object.entries(operations)
			.filter(([, operation]) => isShapedHere(operation))
			.map(([name]) => {
				const file = join(nodes, folderOf(area), '__schema__/v1.0.0', value, `${name}.json`);
				return {
					title: `${area} ${value}.${name}`,
					names: namesIn(JSON.parse(readFileSync(file, 'utf8')) as Shown),
				};
			}),
	),
);
const events = Object.entries({
	accountEvents,
	catalogEvents,
	engineEvents,
	artifactEvents,
	executionEvents,
	stewardshipEvents,
}).map(([title, { simpleFields }]) => ({ title, names: [...simpleFields] }));

test('there are outputs to compare', () => {
	expect(outputs.length).toBeGreaterThan(60);
	expect(events.every(({ names }) => names.length > 0)).toBe(true);
});

test.each(CONCEPTS)('%s has no other name in any output', (name, means) => {
	expect(name.toLowerCase()).toMatch(means);
	const others = [...outputs, ...events].flatMap(({ title, names }) =>
		names
			.filter((each) => each !== name && means.test(each.toLowerCase().replaceAll('_', '')))
			.map((each) => `${title}: ${each}`),
	);
	expect(others).toEqual([]);
	expect(outputs.some(({ names }) => names.includes(name))).toBe(true);
});
