/** The pages that a person sees when the package is released: that of the registry, and n8n's. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../programs.mjs';
import { NAME, pictures } from './rehearsal.mjs';

/** n8n's page of community nodes, as a person uses it. */
export class Settings {
	constructor(n8n, page) {
		this.address = `${n8n.address}/settings/community-nodes`;
		this.page = page;
		this.card = page.getByTestId('community-package-card').filter({ hasText: NAME });
		this.dialog = page.getByRole('dialog');
	}

	async install() {
		const { page, card, dialog } = this;
		await page.goto(this.address);
		await page
			.getByRole('button', { name: /install a community node/i })
			.first()
			.click();
		await page
			.getByTestId('package-name-input')
			.locator('input')
			.or(page.locator('input[name="packageNameInput"]'))
			.first()
			.fill(NAME);
		await dialog.getByText(/I understand the risks/i).click();
		await this.picture('1-install');
		await dialog.getByRole('button', { name: /^install/i }).click();
		await card.waitFor({ timeout: 120_000 });
		await dialog.waitFor({ state: 'detached' });
		await this.picture('2-installed');
	}

	async update(version) {
		await this.page.goto(this.address);
		await this.card.getByRole('button', { name: 'Update' }).click();
		await this.picture('3-update');
		await this.confirm();
		await this.card.getByText(`v${version}`).waitFor({ timeout: 120_000 });
		await this.picture('4-updated');
	}

	async uninstall() {
		await this.page.goto(this.address);
		await this.card.getByTestId('action-toggle').click();
		await this.page
			.getByText(/uninstall package/i)
			.last()
			.click();
		await this.picture('5-uninstall');
		await this.confirm();
		await this.card.waitFor({ state: 'detached', timeout: 120_000 });
		await this.picture('6-uninstalled');
	}

	async confirm() {
		await this.dialog
			.last()
			.getByRole('button', { name: /confirm|uninstall|update/i })
			.last()
			.click();
	}

	/** A picture of the page as it is once nothing moves any more. */
	async picture(name) {
		await this.page.waitForTimeout(1_000);
		await this.page.screenshot({ path: join(pictures, `${name}.png`) });
	}
}

/**
 * The page of the package as registries show it: its README, rendered from what was published. What
 * it shows from the repository comes from the files here, as the repository's address is not
 * reachable.
 */
export async function checkReadme(context, address, { description, homepage, version }) {
	const page = await context.newPage();
	const raw = `${homepage.replace('github.com', 'raw.githubusercontent.com')}/v${version}/`;
	await page.route(
		`${raw}**`,
		async (route) =>
			await route.fulfill({ path: join(root, route.request().url().slice(raw.length)) }),
	);
	await page.goto(`${address}/-/web/detail/${NAME}`);
	const readme = page.locator('.markdown-body');
	await readme.locator('h1').first().waitFor();
	assert.match(
		await page.locator('body').innerText(),
		new RegExp(description.slice(0, 40).replace(/[^\w ]/g, '.')),
	);
	const headings = (await readme.locator('h1, h2, h3, h4').allInnerTexts()).map(
		(text) =>
			`#${text
				.toLowerCase()
				.replace(/[^\w -]/g, '')
				.replaceAll(' ', '-')}`,
	);
	const links = await readme
		.locator('a[href]')
		.evaluateAll((all) => all.map((each) => each.getAttribute('href')));
	const blob = `${homepage}/blob/v${version}/`;
	const leadsSomewhere = (link) => {
		if (link.startsWith(blob)) return existsSync(join(root, link.slice(blob.length).split('#')[0]));
		if (link.startsWith('#')) return headings.includes(link);
		return /^(?:https|mailto):/.test(link);
	};
	const broken = links.filter((link) => !leadsSomewhere(link));
	assert.deepEqual(broken, [], 'links of the page that lead nowhere');
	const images = await readme.locator('img').evaluateAll(async (all) => {
		for (const each of all) each.loading = 'eager';
		return await Promise.all(
			all.map(async (each) => ({
				source: each.src,
				shown: await each.decode().then(
					() => each.naturalWidth > 0,
					() => false,
				),
			})),
		);
	});
	assert.deepEqual(
		images.filter(({ source, shown }) => !shown && source.startsWith(raw)),
		[],
		'pictures of the page that are not shown',
	);
	await page.screenshot({ path: join(pictures, '0-page.png'), fullPage: true });
	await page.close();
	return { links: links.length, images: images.length };
}
