/** How a task or plan is chosen from a list: by its name, beside its workspace and environment. */
import { type Picker, picker } from '../../shared/declare/lists/picker';
import { locationOf } from '../places/workspaces';

/** Declares the picker of tasks or of plans. */
export const executablePicker = (
	declared: Pick<Picker, 'noun' | 'method' | 'list' | 'example'>,
): Picker =>
	picker({
		...declared,
		search: (name) => ({ name }),
		narrowedBy: ['environmentId', 'workspaceId'],
		isDescribed: true,
		entry: (each) => ({ id: each.executable ?? each.id, name: each.name, ...locationOf(each) }),
		byName: true,
	});
