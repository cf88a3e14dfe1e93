import { getEntries } from '../../../records/executions/executionLog';
import { resource } from '../../../shared/declare/define';
import { downloadLog } from './download';
import { generateFile, getFileStatus, remove } from './requests';

export const executionLog = resource(
	'executionLog',
	'Execution Log',
	{ download: downloadLog, getEntries, generateFile, getFileStatus, delete: remove },
	'The log of a task execution',
);
