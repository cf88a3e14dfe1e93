/**
 * The parts of mutation testing: what is changed, and the tests that have to notice. Each
 * part has the tests that matter for it, quick and exact ones first, so that a change is tried in seconds.
 * All test files of a part are loaded for each change, so parts with few files are quick; tests that try properties
 * hundreds of times belong to no part. `least` is the goal if it is not 85 %.
 *
 * Each file of `nodes/shared` and `credentials`, and what areas have of their own kind, belongs to one part, except for files
 * without a function, which contain types, re-exports or lists of words (test/unit/tools/mutationParts.test.ts).
 */
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';

const engine = (...names) => names.map((name) => `nodes/shared/engine/${name}.ts`);
const declare = (...names) => names.map((name) => `nodes/shared/declare/${name}.ts`);
const flows = (...names) => names.map((name) => `nodes/shared/flows/${name}.ts`);
const transport = (...names) => names.map((name) => `nodes/shared/transport/${name}.ts`);
const support = (...names) => names.map((name) => `nodes/shared/support/${name}.ts`);
const editor = (...names) => names.map((name) => `nodes/shared/editor/${name}.ts`);
const area = (...names) => names.map((name) => `nodes/TalendCloud${name}.ts`);
const trigger = (...names) => names.map((name) => `nodes/shared/trigger/${name}.ts`);
/** The unit tests, by their names without folder and ending. */
const UNIT = new Map(
	readdirSync(new URL('../../test/unit', import.meta.url), { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.test.ts'))
		.map((path) => [basename(path, '.test.ts'), `test/unit/${path.replaceAll('\\', '/')}`]),
);
const unit = (...names) => names.map((name) => UNIT.get(name) ?? `test/unit/${name}.test.ts`);

export const PARTS = {
	requestQueue: {
		mutate: transport('requestQueue'),
		tests: unit('requestQueue'),
		least: 95,
	},
	send: {
		mutate: transport('send', 'exchange', 'fate', 'requestedWait'),
		tests: unit('send', 'refusedBy', 'fate'),
		least: 95,
	},
	senders: { mutate: transport('senders'), tests: unit('senders'), least: 95 },
	cursor: { mutate: trigger('cursor', 'position'), tests: unit('cursor'), least: 95 },
	token: {
		mutate: ['credentials/token.ts', 'credentials/inUse.ts', 'credentials/retryAfter.ts'],
		tests: unit('token', 'tokenEdges', 'inUse'),
		least: 95,
	},
	address: {
		mutate: [
			'credentials/address.ts',
			'credentials/readOnly.ts',
			'credentials/signInTest.ts',
			'credentials/TalendCloudApi.credentials.ts',
			'credentials/TalendCloudTokenApi.credentials.ts',
		],
		tests: unit('address', 'credentials', 'readOnly', 'token'),
	},
	pages: { mutate: engine('pages'), tests: unit('pagesEdges', 'pagesFurther', 'pages') },
	progress: { mutate: engine('progress'), tests: unit('progressMarks') },
	paging: {
		mutate: [
			...declare('lists/paging', 'lists/records'),
			...area('Account/paging', 'Observability/paging', 'Scim/paging', 'Stewardship/paging'),
		],
		tests: unit('paging'),
	},
	answer: { mutate: transport('answer'), tests: unit('answer') },
	faults: { mutate: transport('faults'), tests: unit('faults') },
	errors: { mutate: transport('errors'), tests: unit('errors') },
	refusals: { mutate: transport('refusalBody'), tests: unit('refusalBody') },
	output: { mutate: engine('output/output'), tests: unit('output') },
	runs: { mutate: engine('run', 'started'), tests: unit('runs') },
	turns: { mutate: engine('turns', 'lines'), tests: unit('turns', 'lines') },
	updates: {
		mutate: [...engine('update'), ...area('Orchestration/keepRunConfig')],
		tests: unit('updates'),
	},
	once: { mutate: engine('once'), tests: unit('once') },
	items: { mutate: engine('items'), tests: unit('items') },
	call: { mutate: engine('call'), tests: unit('call') },
	parameters: { mutate: engine('parameters'), tests: unit('itemParameters') },
	pool: { mutate: engine('pool', 'workflow'), tests: unit('pool', 'workflow') },
	names: { mutate: [...engine('input/names'), ...declare('run')], tests: unit('names') },
	input: {
		mutate: declare('input/badInput', 'input/blank', 'input/check', 'input/nextStep', 'input/read'),
		tests: unit('checkInput', 'kindValues', 'formValues'),
	},
	reading: {
		mutate: declare(
			'kinds/common/kind',
			'kinds/common/several',
			'kinds/common/pattern',
			'kinds/common/reading',
		),
		tests: unit('reading', 'inputs', 'kindValues', 'formValues'),
	},
	forms: {
		mutate: declare('kinds/common/form', 'kinds/common/inputs', 'kinds/common/locator'),
		tests: unit('formValues', 'inputs'),
	},
	objects: {
		mutate: declare('kinds/object', 'kinds/rows', 'kinds/spread'),
		tests: unit('formValues', 'inputs'),
	},
	dates: { mutate: declare('kinds/date'), tests: unit('kindValues', 'inputs') },
	choices: {
		mutate: declare('kinds/boolean', 'kinds/choice'),
		tests: unit('kindValues', 'inputs'),
	},
	ids: { mutate: declare('kinds/id', 'kinds/common/chosen'), tests: unit('kindValues', 'inputs') },
	numbers: { mutate: declare('kinds/number'), tests: unit('kindValues', 'inputs') },
	texts: {
		mutate: declare('kinds/file', 'kinds/list', 'kinds/text'),
		tests: unit('kindValues', 'inputs'),
	},
	json: { mutate: declare('kinds/json'), tests: unit('formValues', 'inputs') },
	pairs: { mutate: declare('kinds/pairs'), tests: unit('formValues', 'inputs') },
	request: { mutate: engine('input/input', 'input/wire'), tests: unit('parameters') },
	lists: {
		mutate: [...engine('request'), ...area('Account/listFiles')],
		tests: unit('lists', 'listFiles'),
	},
	sending: {
		mutate: [...engine('input/forms', 'input/multipart'), ...transport('requestOptions')],
		tests: unit('eitherForm', 'multipart', 'requestOptions'),
	},
	rules: { mutate: declare('rules'), tests: unit('rules') },
	secrets: {
		mutate: [...engine('output/secrets'), 'nodes/shared/support/mask.ts'],
		tests: unit('secrets'),
	},
	models: { mutate: engine('asTool'), tests: unit('asTool') },
	tools: { mutate: engine('tool'), tests: unit('tool') },
	outcomes: { mutate: area('Processing/outcome'), tests: unit('outcome') },
	waiting: { mutate: flows('wait'), tests: unit('awaitEnd') },
	batches: {
		mutate: [
			...area('Account/batch', 'Account/difference', 'Orchestration/already'),
			...flows('givenFile', 'readIfThere'),
		],
		tests: unit('batch'),
	},
	atOnce: { mutate: flows('atOnce'), tests: unit('atOnce') },
	named: { mutate: [...flows('named'), ...area('Account/namesAsIds')], tests: unit('named') },
	watch: { mutate: area('EnginesTrigger/watch'), tests: unit('watch') },
	additions: { mutate: trigger('additions'), tests: unit('additions') },
	listing: { mutate: trigger('listing'), tests: unit('listing') },
	budget: { mutate: trigger('budget'), tests: unit('budget') },
	follow: { mutate: trigger('follow'), tests: unit('follow') },
	poll: { mutate: trigger('frame', 'poll'), tests: unit('poll') },
	reader: { mutate: trigger('reader'), tests: unit('reader') },
	listPages: { mutate: trigger('pages'), tests: unit('listPages') },
	settings: { mutate: trigger('settings'), tests: unit('triggerSettings') },
	records: { mutate: declare('answers'), tests: unit('declare') },
	messages: { mutate: declare('messages'), tests: unit('messages') },
	declare: {
		mutate: declare(
			'confirmation',
			'created',
			'define',
			'families',
			'layout',
			'origin',
			'purpose',
			'versions',
			'lists/picker',
			'lists/source',
		),
		tests: unit('declare'),
	},
	arrange: { mutate: editor('arrange'), tests: unit('arrange') },
	editor: {
		mutate: editor('describe', 'properties', 'routing', 'subtitle'),
		tests: unit('editor'),
	},
	searches: {
		mutate: editor('chosen', 'listSearch', 'methods', 'optionLoaders', 'resourceMappings'),
		tests: unit('searches'),
	},
	clock: {
		mutate: support('about', 'clock', 'pieces', 'refused'),
		tests: unit('support', 'clock', 'refused'),
	},
	nouns: { mutate: support('nouns'), tests: unit('nouns') },
	yaml: { mutate: area('Orchestration/yaml'), tests: unit('yaml') },
	support: {
		mutate: support('fileNames', 'json', 'perObject', 'simplify', 'words'),
		tests: unit('support', 'fileNames', 'perObject'),
	},
};
