import { resource } from '../../../shared/declare/define';
import { getLastResult, start } from './requests';
import { scanAndWait } from './scanAndWait';

export const scan = resource(
	'scan',
	'Scan',
	{ scanAndWait, start, getLastResult },
	'The tables and views of a connection',
);
