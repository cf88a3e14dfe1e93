/**
 * The allowed directions of imports, including type imports; docs/project/architecture.md has a
 * diagram.
 */
const shared = (folder) => `^nodes/shared/${folder}/`;
const forbid = (name, from, to, comment) => ({ name, comment, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		forbid(
			'no-circular',
			{},
			{ circular: true },
			'Files that import each other cannot be understood one at a time',
		),
		forbid(
			'support-knows-nothing',
			{ path: shared('support') },
			{ path: '^(nodes|credentials|emulator)/', pathNot: shared('support') },
			'Helpers that import nothing else of this package',
		),
		forbid(
			'declarations-say-what-not-how',
			{ path: shared('declare') },
			{ path: '^(nodes|credentials)/', pathNot: [shared('declare'), shared('support')] },
			'A declaration does not depend on what executes it',
		),
		forbid(
			'flows-use-the-operation-context',
			{ path: shared('flows') },
			{
				path: '^(nodes|credentials)/',
				pathNot: [shared('flows'), shared('declare'), shared('support')],
			},
			'Flows work through the interface OperationContext',
		),
		forbid(
			'n8n-is-below-what-uses-it',
			{ path: shared('n8n') },
			{
				path: '^(nodes|credentials)/',
				pathNot: [shared('n8n'), shared('declare'), shared('support')],
			},
			'What everything uses of n8n depends on nothing that runs',
		),
		forbid(
			'transport-sends-one-request',
			{ path: shared('transport') },
			{ path: '^nodes/shared/(flows|engine|editor|trigger)/' },
			'Sending is independent of items, of operations with several requests, and of what users see',
		),
		forbid(
			'engine-knows-no-editor',
			{ path: shared('engine') },
			{ path: [shared('editor'), shared('trigger')] },
			'The engine does not depend on how things are shown',
		),
		forbid(
			'editor-knows-no-trigger',
			{ path: shared('editor') },
			{ path: shared('trigger') },
			'Triggers are built on the editor, not the other way round',
		),
		forbid(
			'shared-knows-no-area',
			{ path: '^nodes/shared/' },
			{ path: '^nodes/TalendCloud' },
			'Shared code does not refer to single areas',
		),
		forbid(
			'records-know-no-area',
			{ path: '^nodes/records/' },
			{ path: '^nodes/(TalendCloud|areas)' },
			'What several areas read belongs to none of them',
		),
		forbid(
			'areas-know-their-own',
			{
				path: '^nodes/(TalendCloud[^/]+)/',
				pathNot: ['Trigger/', '^nodes/TalendCloudProcessing/'],
			},
			{ path: '^nodes/TalendCloud', pathNot: '^nodes/$1/' },
			'What several areas need is in nodes/records',
		),
		forbid(
			'processing-knows-orchestration',
			{ path: '^nodes/TalendCloudProcessing/' },
			{
				path: '^nodes/TalendCloud',
				pathNot: '^nodes/TalendCloud(Processing|Orchestration)/',
			},
			'What executes tasks and promotions knows what defines them, not the other way round',
		),
		forbid(
			'triggers-know-their-area',
			{ path: '^nodes/(TalendCloud[^/]+)Trigger/' },
			{ path: '^nodes/TalendCloud', pathNot: ['^nodes/$1/', '^nodes/$1Trigger/'] },
			'A trigger reads the records of its area',
		),
		forbid(
			'resources-only-declare',
			{
				path: '^nodes/(records/|TalendCloud[^/]+/[a-z])',
				pathNot: 'Trigger/',
			},
			{
				path: ['n8n', 'transport', 'engine', 'editor', 'trigger'].map(shared),
			},
			'Resources are declarations: only the node itself binds them to engine and editor',
		),
		forbid(
			'resources-are-listed-once',
			{ path: '^nodes/', pathNot: '^nodes/[^/]+/resources/index\\.ts$' },
			{ path: '^nodes/[^/]+/resources/[^/]+/index\\.ts$' },
			'The index of a resource only lists its operations; what others use is in the files beside it',
		),
		forbid(
			'nodes-know-no-development',
			{ path: '^(nodes|credentials)/' },
			{ path: '^(emulator|platform|test|tools)/' },
			'The package does not depend on its emulator, tools and tests',
		),
		forbid(
			'tools-know-no-emulator',
			{ path: '^tools/' },
			{ path: '^emulator/' },
			'What both need is in platform/',
		),
		forbid(
			'emulator-is-served-from-outside',
			{ path: '^emulator/', pathNot: '^emulator/(server/|index\\.ts$|main\\.ts$)' },
			{ path: '^emulator/server/' },
			'What the platform does is independent of how requests arrive',
		),
		forbid(
			'emulator-knows-no-tests',
			{ path: '^emulator/' },
			{ path: '^test/' },
			'The emulator is for people, too',
		),
		forbid(
			'emulator-knows-no-tools',
			{ path: '^emulator/' },
			{ path: '^tools/' },
			'What both need is in platform/',
		),
		forbid(
			'platform-knows-no-user-of-it',
			{ path: '^platform/' },
			{ path: '^(emulator|tools|test)/' },
			'What is known about the platform does not depend on what uses it',
		),
		forbid(
			'support-of-tests-knows-no-test',
			{ path: '^test/support/' },
			{ path: '\\.test\\.ts$' },
			'What tests share',
		),
		{
			...forbid(
				'no-circular-folders',
				{
					path: '^(nodes|credentials|emulator|platform|tools/(checkup|reference))(/|$)',
					pathNot: '^emulator/areas/',
				},
				{ circular: true },
				'Folders are understood one at a time, too; but the areas of the emulator read each other’s records, and the commands in the other folders of tools run each other',
			),
			scope: 'folder',
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: 'node_modules' },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
	},
};
