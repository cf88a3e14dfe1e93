/**
 * Mutation testing in parts that each fit a run: what is changed, and the tests that have to notice. Each
 * part has the tests that matter for it, the quick and exact ones first, so that a changed line is tried in seconds.
 * All test files of a part are loaded for each change: few files make small and quick parts.
 */
const engine = (...names) => names.map((name) => `nodes/shared/engine/${name}.ts`);
const declare = (...names) => names.map((name) => `nodes/shared/declare/${name}.ts`);
const flows = (...names) => names.map((name) => `nodes/shared/flows/${name}.ts`);
const transport = (...names) => names.map((name) => `nodes/shared/transport/${name}.ts`);
const trigger = (...names) => names.map((name) => `nodes/shared/trigger/${name}.ts`);
const unit = (...names) => names.map((name) => `test/unit/${name}.test.ts`);
const conformance = (...names) => names.map((name) => `test/conformance/${name}.test.ts`);

export const PARTS = {
	lanes: { mutate: transport('lanes'), tests: unit('laneEdges'), least: 95 },
	pace: { mutate: transport('pace'), tests: unit('pace'), least: 95 },
	send: { mutate: transport('send'), tests: unit('send', 'refusedBy'), least: 95 },
	senders: { mutate: transport('senders'), tests: unit('senders'), least: 95 },
	cursor: { mutate: trigger('cursor'), tests: unit('cursor'), least: 95 },
	token: { mutate: ['credentials/token.ts', 'credentials/inUse.ts'], tests: unit('token', 'tokenEdges', 'inUse'), least: 95 },
	address: { mutate: ['credentials/address.ts', 'credentials/signInTest.ts', 'credentials/TalendCloudApi.credentials.ts', 'credentials/TalendCloudTokenApi.credentials.ts'], tests: unit('address', 'credentials', 'token') },
	pages: { mutate: engine('pages'), tests: unit('pagesFurther', 'pages') },
	paging: { mutate: declare('lists/paging', 'lists/records'), tests: unit('paging') },
	answer: { mutate: transport('answer'), tests: unit('answer') },
	errors: { mutate: transport('errors'), tests: unit('errors') },
	refusals: { mutate: transport('refusalBody'), tests: unit('refusalBody') },
	output: { mutate: engine('output/output'), tests: unit('output') },
	runs: { mutate: engine('run', 'started'), tests: unit('runs') },
	turns: { mutate: engine('turns'), tests: unit('turns') },
	updates: { mutate: engine('update'), tests: unit('updates') },
	begun: { mutate: engine('begun'), tests: unit('begun') },
	items: { mutate: engine('items', 'workflow', 'call'), tests: conformance('engine', 'oneRecord', 'updates') },
	reading: { mutate: declare('input/*', 'kinds/common/kind', 'kinds/common/listed', 'kinds/common/pattern', 'kinds/common/reading'), tests: unit('inputs', 'values') },
	forms: { mutate: declare('kinds/common/form', 'kinds/common/inputs', 'kinds/common/known', 'kinds/common/locator', 'kinds/object', 'kinds/rows', 'kinds/spread'), tests: unit('inputs', 'values') },
	kinds: { mutate: declare('kinds/boolean', 'kinds/choice', 'kinds/choices', 'kinds/date', 'kinds/file', 'kinds/id', 'kinds/number', 'kinds/text'), tests: unit('inputs', 'values') },
	structures: { mutate: declare('kinds/json', 'kinds/list', 'kinds/mapped', 'kinds/pairs'), tests: unit('inputs', 'values') },
	request: { mutate: engine('input/input', 'input/wire'), tests: unit('parameters') },
	lists: { mutate: engine('request', 'output/listFiles'), tests: unit('lists') },
	sending: { mutate: [...engine('input/forms', 'input/multipart'), ...transport('requestOptions')], tests: unit('eitherForm', 'multipart', 'requestOptions') },
	rules: { mutate: declare('rules'), tests: unit('rules') },
	secrets: { mutate: [...engine('output/secrets'), 'nodes/shared/support/mask.ts'], tests: unit('secrets') },
	models: { mutate: engine('asTool', 'tool'), tests: conformance('agents') },
	outcomes: { mutate: flows('outcome'), tests: unit('outcome') },
	waiting: { mutate: flows('wait'), tests: unit('begunWait') },
	batches: { mutate: flows('batch', 'difference', 'already'), tests: unit('batch') },
	named: { mutate: flows('named'), tests: unit('named') },
	watch: { mutate: trigger('watch'), tests: unit('watch') },
	listing: { mutate: trigger('listing', 'positions'), tests: unit('listing') },
	triggers: { mutate: trigger('budget', 'chain', 'follow', 'frame', 'poll', 'settings', 'reader', 'spans'), tests: ['test/triggers/findings.test.ts', 'test/triggers/engine.test.ts', 'test/triggers/engines.test.ts', 'test/triggers/odd.test.ts'] },
	support: { mutate: ['nodes/shared/support/*.ts', '!nodes/shared/support/mask.ts'], tests: unit('support', 'fileNames', 'clock') },
};
