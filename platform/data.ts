/** Access to the descriptions of the platform, which are stored as data. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Finds the data folder, from the sources and from the build. */
function folderAbove(from: string): string {
	if (existsSync(join(from, 'platform/data/interface'))) return from;
	const above = dirname(from);
	if (above === from) throw new Error('The folder platform/data of the project was not found');
	return folderAbove(above);
}

/** The project's folder. */
export const projectFolder = folderAbove(__dirname);

/** Reads a JSON file, by its path in the project. */
export const readProject = <T>(path: string): T =>
	JSON.parse(readFileSync(join(projectFolder, path), 'utf8')) as T;

/** Reads a data file, by its path below `platform/data`. */
export const readData = <T>(path: string): T => readProject<T>(`platform/data/${path}`);
