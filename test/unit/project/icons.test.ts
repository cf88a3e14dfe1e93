/** The icons: one for each area, shared by its nodes, and the same drawing in both themes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const icons = readdirSync(join(root, 'icons'));
const drawing = (name: string) => readFileSync(join(root, 'icons', name), 'utf8');

/** The colors of the light theme → those of the dark one: the cloud, and the glyph on it. */
const DARK: Record<string, string> = { '#2b5f8a': '#8ec5f0', '#fff': '#12324d' };

const iconOf = (folder: string) => {
	const source = readFileSync(join(root, 'nodes', folder, `${folder}.node.ts`), 'utf8');
	const [, light, dark] =
		/icon: \{\s+light: 'file:\.\.\/\.\.\/icons\/([\w.]+)',\s+dark: 'file:\.\.\/\.\.\/icons\/([\w.]+)',?\s+\}/.exec(
			source,
		) ?? [];
	return { light, dark };
};
const nodes = readdirSync(join(root, 'nodes')).filter((name) => name.startsWith('TalendCloud'));

test('each drawing exists for both themes, differing only in colors', () => {
	const light = icons.filter((name) => !name.endsWith('.dark.svg'));
	expect(icons.length).toBe(2 * light.length);
	for (const name of light) {
		const colors = new Set(drawing(name).match(/#[0-9a-f]+/g));
		expect([...colors].filter((color) => !(color in DARK))).toEqual([]);
		expect(drawing(name.replace('.svg', '.dark.svg'))).toBe(
			drawing(name).replace(/#[0-9a-f]+/g, (color) => DARK[color]!),
		);
	}
});

test('each area has its own icon, which its trigger shares', () => {
	const users: Record<string, string[]> = {};
	for (const folder of nodes) {
		const { light, dark } = iconOf(folder);
		expect(icons).toContain(light);
		expect(dark).toBe(light!.replace('.svg', '.dark.svg'));
		(users[light!] ??= []).push(folder.replace(/Trigger$/, ''));
	}
	for (const [icon, areas] of Object.entries(users))
		expect({ icon, areas: [...new Set(areas)] }).toEqual({ icon, areas: [areas[0]] });
});

test('no two icons are the same drawing', () => {
	const drawings = icons.map(drawing);
	expect(new Set(drawings).size).toBe(drawings.length);
});
