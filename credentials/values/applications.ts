/** The applications of the platform that have their own hosts. */

/** An application of the platform that has its own host. */
export interface Application {
	name: string;
	/** The first part of its host, in place of `api`. */
	host: string;
	/** The field of the credential with its address, if Region is Other. */
	field:
		'dataPreparationAddress' | 'dataStewardshipAddress' | 'apiDesignerAddress' | 'apiTesterAddress';
	/** The beginnings of its paths. No path of the console's API begins with them. */
	paths: readonly string[];
}

/**
 * The applications with their own hosts. All other paths belong to the API of the console
 * (docs/platform/interface.md, "The other applications").
 */
export const APPLICATIONS: readonly Application[] = [
	{
		name: 'Data Preparation',
		host: 'tdp',
		field: 'dataPreparationAddress',
		paths: ['/transform/'],
	},
	{
		name: 'Data Stewardship',
		host: 'tds',
		field: 'dataStewardshipAddress',
		paths: ['/data-stewardship/', '/schemaservice/', '/semanticservice/'],
	},
	{
		name: 'API Designer',
		host: 'apid',
		field: 'apiDesignerAddress',
		paths: ['/api/v1/api-definitions'],
	},
	{ name: 'API Tester', host: 'apit', field: 'apiTesterAddress', paths: ['/api/v1/api-tests'] },
];

/** The application that a path belongs to; undefined if it is the API of the console. */
export const applicationOf = (path: string): Application | undefined =>
	APPLICATIONS.find(({ paths }) => paths.some((begins) => path.startsWith(begins)));
