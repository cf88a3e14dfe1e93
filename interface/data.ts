/** Where the descriptions of the platform stand as data. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder that has the data, from the sources and from what is built of them. */
function folderAbove(from: string): string {
	if (existsSync(join(from, 'test/fixtures/interface'))) return from;
	const above = dirname(from);
	if (above === from) throw new Error('The folder test/fixtures of the project was not found');
	return folderAbove(above);
}

/** The folder of the project. */
export const projectFolder = folderAbove(__dirname);

/** What is known of the platform and of its answers, as data. */
export const dataFolder = join(projectFolder, 'test/fixtures');

/** Reads a file of JSON, by its path in the project. */
export const readProject = <T>(path: string): T => JSON.parse(readFileSync(join(projectFolder, path), 'utf8')) as T;

/** Reads one file of data, by its path below `test/fixtures`. */
export const readData = <T>(path: string): T => JSON.parse(readFileSync(join(dataFolder, path), 'utf8')) as T;
