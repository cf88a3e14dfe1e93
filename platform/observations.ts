/**
 * What others have seen the platform do, whether the descriptions leave it open or confirm it
 * (docs/platform/interface.md, "What others have seen").
 */
export interface SeenBehavior {
	/** Its number in docs/platform/interface.md. */
	number: number;
	says: string;
	/**
	 * How certain it is: several independent clients, or a deliberate trial (high); one careful
	 * client (medium); one remark (low).
	 */
	confidence: 'high' | 'medium' | 'low';
	seenBy: string;
	/** Year and month, if known. */
	seen?: string;
	/**
	 * In which dialects the emulator does it: only in `field`; in all, because it contradicts no
	 * description; or in none, because it contradicts what others have seen, unless the option `also`
	 * names it.
	 */
	in: 'field' | 'all dialects' | 'no dialect';
}

const INTEGRATOR = {
	seenBy: 'the release tool of an integrator (mkcimt/cimt-claude-talend)',
	seen: '2026-05',
} as const;

const COLLECTOR = {
	seenBy: 'the collector of a monitoring vendor (newrelic/talend-observability)',
} as const;

/**
 * What was seen and can be switched on and off; {@link WITHOUT_SWITCH} has the rest.
 * `test/unit/emulator/dialectsObserved.test.ts` tries each, on and off.
 */
export const OBSERVATIONS = {
	receipts: {
		number: 1,
		says: 'Starting a route or data service returns an ID that never belongs to an execution; the execution appears under another ID after 5 to 15 seconds',
		confidence: 'high',
		...INTEGRATOR,
		in: 'all dialects',
	},
	endlessServices: {
		number: 2,
		says: 'A service runs until it is terminated, and its execution is then shown as successful',
		confidence: 'high',
		...INTEGRATOR,
		in: 'all dialects',
	},
	executionPerEngine: {
		number: 3,
		says: 'A service on a cluster has one execution for each of its engines',
		confidence: 'high',
		...INTEGRATOR,
		in: 'all dialects',
	},
	takenPorts: {
		number: 4,
		says: 'Starting a service that is running replaces it without a gap, or fails because the port is still taken',
		confidence: 'medium',
		...INTEGRATOR,
		in: 'all dialects',
	},
	vanishingServices: {
		number: 5,
		says: 'Services that have been running for weeks are in no list of executions',
		confidence: 'medium',
		...INTEGRATOR,
		in: 'all dialects',
	},
	lostPorts: {
		number: 6,
		says: 'Updating a task to another version of its artifact sets microservicePort to null, and nothing else',
		confidence: 'high',
		...INTEGRATOR,
		in: 'field',
	},
	wholeTasks: {
		number: 7,
		says: 'A PUT of a task takes everything that a GET of it shows except id, version and workspace, including taskPauseDetails; what it leaves out becomes empty',
		confidence: 'high',
		...INTEGRATOR,
		in: 'field',
	},
	newestFirst: {
		number: 8,
		says: 'An artifact shows the newest of its versions first',
		confidence: 'medium',
		seenBy: 'two clients that take the first one for the newest (one is mkcimt/cimt-claude-talend)',
		seen: '2026-05',
		in: 'field',
	},
	namesByPrefix: {
		number: 9,
		says: 'The name filter of tasks and plans matches the beginning of the name',
		confidence: 'medium',
		...INTEGRATOR,
		in: 'field',
	},
	tenPerSecond: {
		number: 11,
		says: 'More than about 10 requests a second to one endpoint are refused with 429, without Retry-After; a second later they are accepted again',
		confidence: 'high',
		...COLLECTOR,
		in: 'field',
	},
	missingTotals: {
		number: 12,
		says: 'A list of the executions of tasks may come without total',
		confidence: 'high',
		...COLLECTOR,
		in: 'field',
	},
	triggeredInWindow: {
		number: 13,
		says: 'from and to select task executions by the time of triggering only, and lastDays takes their place',
		confidence: 'high',
		...COLLECTOR,
		in: 'field',
	},
	equalLines: {
		number: 14,
		says: 'A log can have more than a hundred equal lines of the same millisecond',
		confidence: 'low',
		seenBy: 'a public client',
		in: 'field',
	},
	refusedPaging: {
		number: 15,
		says: 'The list of the executions of one task refuses from and limit with 400',
		confidence: 'low',
		seenBy: 'a public client, in one account; others page this list',
		in: 'no dialect',
	},
	masterJobs: {
		number: 16,
		says: 'A job that runs others has a component of the type tRunJob for each; the first with a stack trace is the one that failed. A job can have 1,200 components',
		confidence: 'high',
		seenBy: 'an alerting tool (asin553/EscAlert-Ops), and the collector of a monitoring vendor',
		in: 'field',
	},
	textOnly: {
		number: 17,
		says: 'Terminating an execution returns text: a request that accepts only JSON is refused with 406',
		confidence: 'high',
		seenBy: INTEGRATOR.seenBy,
		seen: INTEGRATOR.seen,
		in: 'all dialects',
	},
	promotedSecrets: {
		number: 18,
		says: 'Passwords of promoted connections are "<change me>"; a task that is promoted for the first time has no port and no run profile, and is not upgraded automatically',
		confidence: 'high',
		...INTEGRATOR,
		in: 'all dialects',
	},
	trailingSlashes: {
		number: 20,
		says: 'A path can end in a slash',
		confidence: 'medium',
		seenBy: 'dashboards that list plans',
		in: 'field',
	},
	listsInProcessing: {
		number: 23,
		says: 'GET /processing/executables/tasks and …/plans list tasks and plans',
		confidence: 'high',
		seenBy: 'a released command-line client, a connector and a script',
		in: 'field',
	},
	bareAudiences: {
		number: 24,
		says: 'The audience of a token can be the address without the slash at its end',
		confidence: 'high',
		seenBy: 'Talend’s help pages, and three public clients (one is newrelic/talend-observability)',
		in: 'all dialects',
	},
	unknownParameters: {
		number: 25,
		says: 'Unknown query parameters are ignored (id of a log, limit of workspaces)',
		confidence: 'medium',
		seenBy: 'two clients, one of them in two versions',
		in: 'field',
	},
	planIdsInLists: {
		number: 26,
		says: 'planId of an execution in a list is the ID of the plan; where one execution is read, it is that of the plan’s execution',
		confidence: 'high',
		seenBy: 'both descriptions in their words, and a public client',
		in: 'all dialects',
	},
	runtimesOfTasks: {
		number: 27,
		says: 'The list of tasks shows the ID and run profile of their engine (runtime.id, runtime.runProfileId), and taskPauseDetails of those that are paused',
		confidence: 'medium',
		seenBy: 'two public clients; taskPauseDetails by one of them',
		in: 'field',
	},
	connectedEngines: {
		number: 28,
		says: 'GET /processing/engines returns count and enginesInfo, with id, engineId, packageVersion, services and retrievalDate of each engine',
		confidence: 'medium',
		seenBy: 'a public client, with tests',
		in: 'field',
	},
	executionsInOrchestration: {
		number: 29,
		says: 'GET /orchestration/executables/tasks/{id}/executions lists the executions of a task',
		confidence: 'low',
		seenBy: 'a public client',
		in: 'field',
	},
	startAndDone: {
		number: 30,
		says: "The log of a job begins with “TalendJob: '…' - Start.” and ends with “- Done.”",
		confidence: 'high',
		seenBy: 'the public code generator of Talend',
		in: 'field',
	},
	timesWithoutZone: {
		number: 31,
		says: 'Times of audit logs have no zone: 2026-03-31T08:00:50.0000',
		confidence: 'medium',
		seenBy: 'Talend’s help pages',
		in: 'field',
	},
	rejectedWithoutTraces: {
		number: 35,
		says: 'Logs and component metrics of an execution that was rejected before it started are not found (404)',
		confidence: 'high',
		...COLLECTOR,
		in: 'all dialects',
	},
} as const satisfies Record<string, SeenBehavior>;

/** Observations that need no switch, by their number, with the reason. */
export const WITHOUT_SWITCH: ReadonlyArray<
	Pick<SeenBehavior, 'number' | 'says'> & { because: string }
> = [
	{
		number: 10,
		says: 'Workspaces of different environments have the same name',
		because: 'the demo’s workspaces do',
	},
	{
		number: 19,
		says: 'After a promotion to a test environment, schedules of the target are deleted',
		because: 'people do that, not the platform',
	},
	{
		number: 21,
		says: 'A personal access token may do everything that its owner may',
		because: 'the descriptions say so',
	},
	{
		number: 22,
		says: 'A data service stops responding when the log pool of its engine is full',
		because: 'no request of the platform shows it',
	},
	{
		number: 32,
		says: 'Deployments fail with “Exceeded the limit of deployment attempts”, REMOTE_ENGINE_UNAVAILABLE or MAX_DEPLOYMENT_ATTEMPTS_REACHED',
		because: 'they are texts, which Explain recognizes',
	},
	{
		number: 33,
		says: 'Names of webhooks have letters, digits and _; their window is in seconds',
		because:
			'the nodes refuse other names, and the emulator checks requests as the nodes declare them',
	},
	{
		number: 34,
		says: 'Identity providers send SCIM as application/scim+json, with Add and Replace, “False” and the enterprise extension',
		because: 'RFC 7644 allows it, so the emulator accepts it in all dialects',
	},
	{
		number: 36,
		says: 'Versions of artifacts end with a timestamp',
		because: 'the artifacts of the demo’s services have such versions',
	},
	{
		number: 37,
		says: 'Pages of more than 100 executions, or more than 200 components or log entries, are refused with 400; no more than about 1,000 executions can be reached by offset; new executions shift the pages',
		because: 'the descriptions say so, and the newest executions come first',
	},
];

export type SeenName = keyof typeof OBSERVATIONS;
