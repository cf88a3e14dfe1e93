/** What the tests about permissions on workspaces share: subjects that can have them. */
import { workspaceIn } from '../../support/demo';
import { ask, state, succeed } from './stage';

/** Who can have permissions on workspaces. */
export const FAMILIES = [
	{ family: 'users', name: 'User', one: 'userId', many: 'userIds', batch: '/security/permissions' },
	{
		family: 'service accounts',
		name: 'ServiceAccount',
		one: 'serviceAccountId',
		many: 'serviceAccountIds',
		batch: '/security/service-accounts/permissions',
	},
] as const;

type Family = (typeof FAMILIES)[number];

/** The ID of a new user or service account. */
async function newSubject({ name }: Family, each: string): Promise<string> {
	const { body } =
		name === 'User'
			? await ask('POST /scim/v2/Users', {
					userName: `${each}@example.com`,
					name: { givenName: each, familyName: 'Test' },
				})
			: await ask('POST /account/service-accounts', {
					name: `Subject ${each}`,
					permissions: ['TMC_OPERATOR'],
				});
	return (body as { id: string }).id;
}

/** The operations of a family, with three subjects that are new for each test, and workspaces. */
export function permissionsOf(family: Family) {
	const { name } = family;
	const [createMany, updateMany, deleteMany, getMany] = ['create', 'update', 'delete', 'get'].map(
		(verb) => `${verb}ManyFor${name}s`,
	) as [string, string, string, string];
	const subjects: string[] = [];
	const workspaces: string[] = [];
	beforeEach(async () => {
		subjects.length = 0;
		for (const each of ['one', 'two', 'three']) subjects.push(await newSubject(family, each));
		workspaces.length = 0;
		for (const environment of ['Development', 'Production'])
			for (const workspace of ['Shared', 'Finance'])
				workspaces.push(workspaceIn(state(), environment, workspace).id);
	});
	return {
		add: `addFor${name}`,
		createMany,
		updateMany,
		deleteMany,
		getMany,
		subjects,
		workspaces,
		/** The rights that the subjects of this test hold. */
		held: async () => {
			const all = await succeed('workspacePermission', getMany, { returnAll: true });
			return all.filter(({ userId }) => subjects.includes(String(userId)));
		},
		row: (subject: number, workspace: number, permissions = ['EXECUTE']) => ({
			userId: subjects[subject]!,
			workspaceId: workspaces[workspace]!,
			permissions,
		}),
	};
}
