/** The generated pages: templates in Markdown, in which the build fills in what it derives. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectFolder } from '../../platform/data';

/** What says at the top of a page that it is generated. */
export const WRITTEN = 'Written by `npm run build` from the declarations; do not edit.';

/** A cell of a table. */
export const cell = (text: string): string => text.replace(/\|/g, '\\|').replace(/\s*\n\s*/g, ' ');

/** A table, whose cells are in Markdown. */
export const table = (head: readonly string[], rows: ReadonlyArray<readonly string[]>): string =>
	[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/**
 * Fills in a template: each `{{name}}` is replaced by the value of that name.
 * @param name the name of the file in `templates`, without `.md`
 * @throws if a value is missing, or one is not used
 */
export function page(name: string, values: Readonly<Record<string, number | string>>): string {
	const unused = new Set(Object.keys(values));
	const template = readFileSync(
		join(projectFolder, 'tools/reference/templates', `${name}.md`),
		'utf8',
	);
	const text = template.replace(/\{\{(\w+)\}\}/g, (place, value: string) => {
		if (values[value] === undefined) throw new Error(`${name}.md: ${place} has no value`);
		unused.delete(value);
		return String(values[value]);
	});
	if (unused.size > 0) throw new Error(`${name}.md does not use ${[...unused].join(', ')}`);
	return text;
}
