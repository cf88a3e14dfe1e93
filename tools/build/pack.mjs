/**
 * Puts the package as it is published into a folder: what package.json names, and a README whose
 * links work where the repository is not: on npm's page of the package, and on n8n's. `node
 * tools/build/pack.mjs FOLDER`, after a build.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { fail, root, SetupTrouble } from '../programs.mjs';

/** Links and pictures of a page in Markdown: in its own syntax, and in the attributes of HTML. */
const TARGETS = /(?<before>!?\[[^\]]*\]\(|\b(?:href|src|srcset)=")(?<target>[^)"\s]+)/g;

/** A picture with a variant for dark pages. npm has none, and the light one can be read on them. */
const DARK_VARIANT = /<picture>\s*<source [^>]*>\s*(?<light><img [^>]*>)\s*<\/picture>/g;

const isRelative = (target) => !/^(?:[a-z]+:|#|\/\/)/i.test(target);
const isPicture = (target) => /\.(?:webp|png|jpe?g|gif|svg)(?:#.*)?$/i.test(target);

/** The relative links and pictures of a page. */
export const relativeTargets = (text) =>
	[...text.matchAll(TARGETS)].map(({ groups }) => groups.target).filter(isRelative);

/**
 * A page of the repository for readers elsewhere: relative links lead to the file in this version
 * of the repository, and pictures to its content, without their dark variants.
 * @param address of the repository on GitHub
 * @param version the tag that the workflow publishes from
 * @throws names files that do not exist
 */
function readElsewhere(text, address, version) {
	const missing = relativeTargets(text)
		.map((target) => target.replace(/#.*$/, ''))
		.filter((path) => !existsSync(join(root, path)));
	if (missing.length > 0)
		throw new SetupTrouble(`README.md links to files that do not exist: ${missing.join(', ')}`);
	const light = text.replace(DARK_VARIANT, '$<light>');
	const raw = address.replace('https://github.com/', 'https://raw.githubusercontent.com/');
	return light.replace(TARGETS, (all, before, target) => {
		if (!isRelative(target)) return all;
		return (
			before +
			(isPicture(target) ? `${raw}/v${version}/${target}` : `${address}/blob/v${version}/${target}`)
		);
	});
}

/**
 * @param folder is emptied first
 * @param from where the package was built
 * @param changes of its package.json
 * @returns the package.json
 */
export function stagePackage(folder, { from = root, changes = {} } = {}) {
	const manifest = { ...JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')), ...changes };
	// Scripts are only needed in the repository. They would add 1 kB to each download.
	delete manifest.scripts;
	delete manifest.devDependencies;
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	for (const name of [...manifest.files, 'LICENSE'])
		cpSync(join(from, name), join(folder, name), { recursive: true });
	writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
	writeFileSync(
		join(folder, 'README.md'),
		readElsewhere(
			readFileSync(join(root, 'README.md'), 'utf8'),
			manifest.homepage,
			manifest.version,
		),
	);
	return manifest;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
	try {
		if (!process.argv[2]) throw new SetupTrouble('Usage: node tools/build/pack.mjs FOLDER');
		const { name, version } = stagePackage(resolve(process.argv[2]));
		console.log(`${name} ${version} is in ${process.argv[2]}`);
	} catch (error) {
		fail(error);
	}
