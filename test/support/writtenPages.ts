import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const docs = join(__dirname, '../../docs');

/** The pages below `docs` outside the generated reference, by their path in the project. */
export const writtenPages = (): string[] =>
	readdirSync(docs, { recursive: true, encoding: 'utf8' })
		.map((path) => `docs/${path.replaceAll('\\', '/')}`)
		.filter((path) => path.endsWith('.md') && !path.startsWith('docs/reference/'));
