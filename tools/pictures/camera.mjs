/** Takes pictures of pages, and stores them in the documentation. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../programs.mjs';

/** The folder with the pictures of the documentation. */
export const PICTURES = join(root, 'docs/pictures');

/** Converts a PNG into a WebP of a given width, in the browser itself. */
async function asWebp(page, png, width) {
	const url = await page.evaluate(
		async ([data, wanted]) => {
			const image = new Image();
			image.src = `data:image/png;base64,${data}`;
			await image.decode();
			const canvas = document.createElement('canvas');
			canvas.width = Math.min(wanted, image.width);
			canvas.height = Math.round((image.height * canvas.width) / image.width);
			canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
			return canvas.toDataURL('image/webp', 0.8);
		},
		[png.toString('base64'), width],
	);
	return Buffer.from(url.split(',')[1], 'base64');
}

/**
 * A function that takes pictures of the page, light and dark, if they are wanted.
 * @param converter another page, in which pictures are converted
 * @param remember called with the name of each picture that was taken
 */
export function camera(page, { converter, isWanted, remember }) {
	return async (name, { target = page, width = 1_200, clip } = {}) => {
		if (!isWanted(name)) return;
		for (const theme of ['light', 'dark']) {
			await page.emulateMedia({ colorScheme: theme });
			await page.waitForTimeout(500);
			const webp = await asWebp(converter, await target.screenshot(clip ? { clip } : {}), width);
			writeFileSync(join(PICTURES, `${name}-${theme}.webp`), webp);
			console.log(`${name}-${theme}.webp: ${Math.round(webp.length / 1000)} kB`);
		}
		await page.emulateMedia({ colorScheme: 'light' });
		remember(name);
	};
}
