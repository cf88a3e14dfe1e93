/** Where a task runs: what the platform would accept, although the task would run nowhere. */
import { areas } from '../../../nodes/areas';
import type { RequestOperation } from '../../../nodes/shared/declare/operation';

const { setTaskRunConfig } = areas.Orchestration!.find(({ value }) => value === 'runConfiguration')!
	.operations as Record<string, RequestOperation>;

const findings = (runtime: object) =>
	setTaskRunConfig!
		.rules!.filter(({ field }) => field === 'runtime')
		.flatMap(({ finding }) => finding({ runtime }, 0) ?? []);

test('a runtime on a selectable kind of engine names an engine', () => {
	for (const type of ['REMOTE_ENGINE', 'REMOTE_ENGINE_CLUSTER', 'PIPELINE_ENGINE']) {
		expect(findings({ type })).toEqual([expect.stringMatching(/^needs a .+: choose it under /)]);
		expect(findings({ type, id: '' })).toHaveLength(1);
		expect(findings({ type, id: 'engine-1' })).toEqual([]);
	}
	expect(findings({ type: 'REMOTE_ENGINE_CLUSTER', clusterId: 'c' })).toEqual([]);
});

test.each(['CLOUD', 'CLOUD_EXCLUSIVE', 'NEW_KIND', 'constructor'])(
	'a runtime of the type %s requires no ID',
	(type) => {
		expect(findings({ type })).toEqual([]);
	},
);

test('a runtime requires a type', () => {
	expect(findings({})).toEqual([expect.stringMatching(/^needs a type/)]);
});
