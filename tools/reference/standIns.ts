/**
 * What the pages show for a placeholder of a message whose name alone says nothing to a reader:
 * "The {noun} {name} {how}" would not be a sentence.
 */

/** For every resource. */
const COMMON: Readonly<Record<string, string>> = {
	advice: 'what to change',
	after: 'time',
	app: 'application',
	causeReason: 'cause',
	changes: 'count of total changes',
	counters: 'numbers of datasets',
	cut: 'the list is incomplete',
	done: 'what was updated',
	entry: 'value',
	executableId: 'ID',
	finding: 'does not exist yet',
	found: 'it was not found',
	given: 'value',
	hidden: 'how many are not listed',
	how: 'failed',
	label: 'label of the field',
	lookAt: 'Get',
	next: 'what to do next',
	noun: 'record',
	open: 'executions in progress',
	other: 'the other ID',
	planExecutionId: 'execution ID',
	present: 'other value',
	progress: 'what is still running',
	rejections: 'reasons',
	seems: 'in another encoding',
	subject: 'the execution',
	what: 'records',
	where: 'Get Many',
	why: 'reason',
};

/** For one resource, by its value. */
const OF_RESOURCE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	campaign: { one: 'one name', other: 'the other name' },
	connection: { noun: 'connection', present: 'its application' },
	crawler: { id: 'requested ID', subject: 'the crawler run' },
	dataPlaneEnvironment: {
		noun: 'data plane',
		subject: 'the change of the connection',
		where: 'Get',
	},
	definition: { finding: 'breaks a rule', what: 'value' },
	dynamicEngineEnvironment: {
		noun: 'dynamic engine',
		subject: 'the change of the connection',
		where: 'Get',
	},
	environment: { noun: 'environment' },
	group: { noun: 'user' },
	planExecution: { id: 'requested ID', noun: 'plan' },
	remoteEngine: { subject: 'the remote engine' },
	role: { noun: 'user' },
	scan: { lookAt: 'Get Last Result', subject: 'the scan' },
	schedule: { what: 'whether the schedule was kept' },
	ssoRoleMapping: { noun: 'role' },
	task: { noun: 'task', other: 'the other value' },
	taskExecution: { id: 'requested ID', noun: 'task' },
	user: { noun: 'role or group', present: 'its login', what: 'roles or groups' },
	workspace: { noun: 'workspace' },
	workspacePermission: { noun: 'user, group or service account' },
};

/** These are only grammar, and never a value: they are not in italics. */
const PLAIN = new Set(['noun', 'were']);

/** Their values can be whole sentences. */
const SENTENCES = new Set([
	...['advice', 'causeReason', 'counters', 'done', 'hidden', 'next', 'open', 'progress'],
	...['reason', 'reasons', 'records', 'rejections', 'rows', 'status', 'what', 'why'],
]);

const capitalized = (words: string): string => words[0]!.toUpperCase() + words.slice(1);

/** "executionId" → "execution ID". */
const asWords = (name: string): string =>
	name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/\bid(s?)$/, 'ID$1');

/** A message as sentences around its placeholders, whose values may begin or end with a blank. */
const spaced = (text: string): string =>
	text
		.replace(/(?<=[\w}])\{reason\}/g, ': {reason}')
		.replace(/(?<=[.:}\w])\{/g, ' {')
		.replace(/\}(?=[A-Z])/g, '} ')
		.replace(/(?<=: \{reason\}) (?=\{)/g, '. ')
		.replace(/\{…\}/g, '…')
		.trim();

/**
 * A message with its placeholders as words in italics.
 * @param resource the value of the resource whose page shows it; undefined on the index
 */
export function withStandIns(text: string, resource = ''): string {
	const own = OF_RESOURCE[resource] ?? {};
	const sentences = spaced(text);
	return sentences.replace(/\{(\w+)\}/g, (whole, name: string, at: number) => {
		const before = sentences.slice(0, at);
		const words = own[name] ?? COMMON[name] ?? asWords(name);
		const cased = /^$|\. $/.test(before) ? capitalized(words) : words;
		if (PLAIN.has(name)) return cased;
		const isSentence =
			SENTENCES.has(name) &&
			/^$|[.}] $/.test(before) &&
			/^ [A-Z{]|^$/.test(sentences.slice(at + whole.length));
		return isSentence ? `*${capitalized(words)}.*` : `*${cased}*`;
	});
}
