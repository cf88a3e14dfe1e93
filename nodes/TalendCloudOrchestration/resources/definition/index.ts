import { resource } from '../../../shared/declare/define';
import { apply } from './apply';
import { compare } from './compare';
import { exportDefinitions } from './export';

export const definition = resource(
	'definition',
	'Definition',
	{ apply, compare, export: exportDefinitions },
	'Tasks and plans as YAML, to keep in Git',
);
