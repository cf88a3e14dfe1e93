import { resource } from '../../../shared/declare/define';
import { applyToWorkspace } from './apply';
import { compareWithWorkspace } from './compare';
import { exportDefinitions } from './export';

export const definition = resource(
	'definition',
	'Definition',
	{ apply: applyToWorkspace, compare: compareWithWorkspace, export: exportDefinitions },
	'Tasks and plans as YAML, to keep in Git',
);
