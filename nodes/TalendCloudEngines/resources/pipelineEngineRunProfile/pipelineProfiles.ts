/** The types of run profiles of a pipeline engine, with the fields of each. */
import {
	boolean,
	choice,
	type Fields,
	id,
	integer,
	json,
	list,
	object,
	text,
} from '../../../shared/declare/fields';
import { neededWhen, type Rule, uselessWithout } from '../../../shared/declare/rules';

const nameField = text('Name of the run profile').eg('Large pipelines');

const descriptionField = text('What the run profile is for')
	.eg('Pipelines with many records')
	.optional();

/** The platform expects the ID of the engine in the body as well, but uses the one in the path. */
const engineInBodyField = id('Engine ID to send in the body; Talend Cloud uses the engine above')
	.label('Engine ID in the Body')
	.wireName('engineId')
	.eg('5f3e2d1ca1b2c3d4e5f6071a')
	.optional();

const microBatchIntervalField = integer('Interval of micro-batches in milliseconds')
	.label('Micro-Batch Interval (Ms)')
	.min(0)
	.sample(5_000);

const parametersField = json('More Spark parameters, by name')
	.sample({ 'spark.executor.cores': '2' })
	.optional();

const pushdown = {
	pushdownPreferenceEnabled: boolean(
		'Whether pipelines that support it run inside the data warehouse',
	)
		.label('Push-Down')
		.byDefault(false)
		.sample(true)
		.optional(),
	warehouseName: text('Data warehouse that runs the pipelines, instead of their own')
		.eg('COMPUTE_WH')
		.optional(),
};

export interface PipelineProfile {
	/** The type in the names of operations: "Databricks". */
	title: string;
	/** The type in actions, which n8n requires in lower case: "Get a databricks run profile". */
	words: string;
	/** The type in paths and in the list. */
	path: string;
	answer: string;
	body: Fields;
	rules?: Rule[];
	/** The field that a new run profile needs to be of use. An update keeps it if it is not given. */
	needed?: { field: string; why: string };
	/** The warnings when a run profile is created. */
	warnings?: Rule[];
}

export const PIPELINE_PROFILES: Readonly<Record<string, PipelineProfile>> = {
	standard: {
		title: 'Standard',
		words: 'standard',
		path: 'standard',
		answer: 'vendor:processing/StandardRunProfileResponse',
		body: {
			name: nameField,
			executionFramework: text('Framework that runs the pipelines').eg('SPARK_3'),
			configuration: object('How the local Spark of the engine works', {
				numberOfThreads: integer('How many threads to use').min(1).sample(2),
				microBatchInterval: microBatchIntervalField,
				parameters: parametersField,
			}).sample({ numberOfThreads: 2, microBatchInterval: 5_000 }),
			description: descriptionField,
			...pushdown,
			engineInBody: engineInBodyField,
		},
	},
	advanced: {
		title: 'Advanced',
		words: 'advanced',
		path: 'advanced',
		answer: 'vendor:processing/AdvancedRunProfile',
		body: {
			name: nameField,
			definition: text('The run profile as a JSON string')
				.multiline()
				.eg('{"numberOfThreads": 4}')
				.optional(),
			description: descriptionField,
			...pushdown,
			engineInBody: engineInBodyField,
		},
		needed: { field: 'definition', why: 'a run profile without it sets nothing' },
	},
	bigData: {
		title: 'Big Data',
		words: 'big data',
		path: 'big-data',
		answer: 'vendor:processing/BigDataRunProfile',
		body: {
			name: nameField,
			microBatchInterval: microBatchIntervalField,
			streamingTimeout: integer('After how many milliseconds a streaming pipeline ends')
				.label('Streaming Timeout (Ms)')
				.min(0)
				.sample(60_000),
			temporaryStorage: text('Folder for temporary data').eg('/tmp/pipelines'),
			executorMemoryOverhead: integer('Overhead memory of an executor, in MB')
				.label('Memory Overhead (MB)')
				.min(0)
				.sample(512),
			yarnStrategy: object('How YARN allocates executors', {
				type: choice('How the number of executors is set', ['Fixed', 'Dynamic']),
				executorsNumber: integer('Number of executors, if it is fixed')
					.label('Number of Executors')
					.min(1)
					.sample(2)
					.optional(),
				initialExecutors: integer('Number of executors at the start').min(0).sample(1).optional(),
				minExecutors: integer('Smallest number of executors').min(0).sample(1).optional(),
				maxExecutors: integer('Largest number of executors').min(1).sample(4).optional(),
				coresPerExecutor: integer('Cores of an executor').min(1).sample(2).optional(),
				executorMemory: integer('Memory of an executor in MB')
					.label('Executor Memory (MB)')
					.min(1)
					.sample(2048)
					.optional(),
			})
				.label('YARN Strategy')
				.sample({ type: 'Fixed', executorsNumber: 2 }),
			distribution: text('Distribution of the cluster').eg('EMR_6_2').optional(),
			executionFramework: text('Framework that runs the pipelines').eg('SPARK_3').optional(),
			yarnQueue: text('YARN queue that the executors are taken from')
				.label('YARN Queue')
				.eg('default')
				.optional(),
			driverCores: integer('Cores of the driver').min(1).sample(2).optional(),
			driverMemory: integer('Memory of the driver in MB')
				.label('Driver Memory (MB)')
				.min(1)
				.sample(2_048)
				.optional(),
			isCheckpointingEnabled: boolean('Whether streaming pipelines keep checkpoints')
				.label('Checkpointing')
				.sample(false)
				.optional(),
			checkPointFilePath: text('Folder for checkpoints; required with checkpointing')
				.label('Checkpoint Path')
				.eg('/checkpoints')
				.optional(),
			parameters: parametersField,
			description: descriptionField,
			engineInBody: engineInBodyField,
		},
		rules: [neededWhen('checkPointFilePath', 'isCheckpointingEnabled', ['true'])],
	},
	databricks: {
		title: 'Databricks',
		words: 'databricks',
		path: 'databricks',
		answer: 'vendor:processing/DatabricksRunProfile',
		body: {
			name: nameField,
			microBatchInterval: microBatchIntervalField,
			databricks: object('Where the pipelines run', {
				cloudProvider: choice('Cloud that Databricks runs in', ['AWS', 'Azure']),
				endpoint: text('URL of the Databricks workspace').eg(
					'https://adb-1234567890.12.azuredatabricks.net',
				),
				stagingLocation: text('Folder for libraries').eg('/talend/staging'),
				target: object('The cluster', {
					cluster: choice('Cluster that runs the pipelines', [
						{ value: 'new', name: 'New Cluster' },
						{ value: 'old', name: 'Existing Cluster' },
					]),
					nodeTypeId: text('Type of the nodes').eg('Standard_DS3_v2'),
					logsDestination: text('Folder for logs').eg('dbfs:/logs'),
					workersNumber: integer('How many workers there are')
						.label('Number of Workers')
						.min(0)
						.sample(2),
					id: text('ID of the existing cluster')
						.label('Cluster ID')
						.eg('0321-201717-chows241')
						.optional(),
					sparkVersion: text('Version of Spark of a new cluster').eg('10.4.x-scala2.12').optional(),
				}),
				token: text('Databricks token; it can be in the configuration of the engine instead')
					.secret()
					.sample('dapi-0123456789abcdef')
					.optional(),
			})
				.sample({
					cloudProvider: 'Azure',
					endpoint: 'https://adb-1.azuredatabricks.net',
					stagingLocation: '/staging',
					target: {
						cluster: 'old',
						nodeTypeId: 'Standard_DS3_v2',
						logsDestination: 'dbfs:/logs',
						workersNumber: 2,
						id: '0321-201717-chows241',
					},
				})
				.optional(),
			parameters: parametersField,
			description: descriptionField,
			engineInBody: engineInBodyField,
		},
		warnings: [
			uselessWithout('databricks', 'the run profile does not say where its pipelines run'),
		],
	},
	dataIntegration: {
		title: 'Data Integration',
		words: 'data integration',
		path: 'data-integration',
		answer: 'vendor:processing/DataIntegrationRunProfileResponse',
		body: {
			name: nameField,
			description: descriptionField,
			jvmArguments: list('Arguments for the Java virtual machine, one per entry')
				.label('JVM Arguments')
				.withCommas()
				.sample(['-Xmx1024M'])
				.optional(),
		},
	},
};
