/**
 * The page of the emulator: shows what its controls return, and uses them. Data from requests is
 * only ever shown as text.
 */
const by = (id) => document.getElementById(id);

/** Sends a request to the controls. @throws an error that the page shows */
async function ask(path, body, method = body === undefined ? 'GET' : 'POST') {
	const answer = await fetch(`/__emulator${path}`, {
		method,
		...(body === undefined
			? {}
			: { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
	});
	const text = await answer.text();
	const value = text === '' ? undefined : JSON.parse(text);
	if (!answer.ok) throw new Error(value?.message ?? `Status ${answer.status}`);
	return value;
}

let silence;
/** A confirmation is shown for a while; an error stays. */
function say(message, stays = false) {
	clearTimeout(silence);
	by('message').textContent = message;
	if (!stays) silence = setTimeout(() => say(''), 5_000);
}

/** Does the work when a control is used, and shows the message that it returns. */
function on(element, event, work) {
	element.addEventListener(event, async () => {
		try {
			say((await work()) ?? '');
			await refresh();
		} catch (error) {
			say(error.message, true);
		}
	});
}

/** An element with a text, and a class. */
function element(name, text = '', className = '') {
	const made = document.createElement(name);
	made.textContent = text;
	if (className) made.className = className;
	return made;
}

function row(...cells) {
	const made = document.createElement('tr');
	made.append(...cells);
	return made;
}

const MAX_SHOWN = 500;
let seen = 0;

/** Rows that contain what was typed. */
function filterRows(table, words) {
	for (const each of table.rows)
		each.hidden = words !== '' && !each.textContent.toLowerCase().includes(words.toLowerCase());
}

function requestRow({ at, status, method, path, query, body, faulty }) {
	const asked = query.length > 0 ? `?${new URLSearchParams(query)}` : '';
	const result = `${status || '…'}${faulty ? ' (fault)' : ''}`;
	return row(
		element('td', new Date(at).toISOString().slice(11, 23)),
		element('td', result, status >= 400 || faulty ? 'bad' : 'good'),
		element('td', `${method} ${path}${asked}`, 'code'),
		element('td', body.slice(0, 300), 'code'),
	);
}

/** @returns whether one of the new ones may have changed something */
async function refreshRequests(count) {
	const table = by('requests');
	// The log was emptied: by a reset, or by a test.
	if (count < seen) {
		seen = 0;
		table.replaceChildren();
	}
	if (count === seen) return false;
	const { from, requests } = await ask(`/log/since?from=${Math.max(seen, count - MAX_SHOWN)}`);
	for (const request of requests) table.prepend(requestRow(request));
	seen = from + requests.length;
	while (table.rows.length > MAX_SHOWN) table.lastElementChild.remove();
	filterRows(table, by('request-filter').value);
	return requests.some(({ method }) => method !== 'GET');
}

/** What a fault does to a request. */
function effectOf({ status, delayMs, breaks }) {
	if (status) return `answers with ${status}`;
	if (delayMs) return `waits ${delayMs / 1000} s`;
	return `drops the connection ${breaks} processing`;
}

const faultWords = ({ operation, left, ...fault }) =>
	`${operation ?? 'Any request'}: ${effectOf(fault)}, ${left} more time${left === 1 ? '' : 's'}`;

let last = Promise.resolve();
/** One refresh after the other: two at once would both show what is new. */
const refresh = () => (last = last.catch(() => {}).then(look));

async function look() {
	const { now, dialect, requests, unconsumedFaults } = await ask('');
	by('now').textContent = now.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
	if (document.activeElement !== by('dialect')) by('dialect').value = dialect;
	by('request-count').textContent = `(${requests})`;
	by('faults').replaceChildren(
		...unconsumedFaults.map((fault) => element('li', faultWords(fault))),
	);
	if (await refreshRequests(requests)) await refreshData();
}

/** Each kind of record, with a table that opens. */
async function refreshData() {
	const kinds = await ask('/data');
	const open = new Set(
		[...by('data').querySelectorAll('details[open]')].map(({ dataset }) => dataset.title),
	);
	by('data').replaceChildren(
		...kinds.map(({ title, records, total }) => {
			const details = document.createElement('details');
			details.dataset.title = title;
			details.open = open.has(title);
			details.append(element('summary', `${title} (${total})`));
			const names = [...new Set(records.flatMap((record) => Object.keys(record)))].slice(0, 8);
			const table = document.createElement('table');
			table.append(
				row(...names.map((name) => element('th', name))),
				...records.map((record) =>
					row(...names.map((name) => element('td', shown(record[name]), 'code'))),
				),
			);
			const scroll = element('div', '', 'scroll');
			scroll.append(table);
			details.append(scroll);
			return details;
		}),
	);
}

function shown(value) {
	if (value === undefined || value === null) return '';
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
	return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

async function start() {
	by('address').textContent = location.origin;
	const operations = await ask('/operations');
	by('fault-operation').append(
		...[...new Set(operations.map(({ key }) => key))].sort().map((key) => element('option', key)),
	);
	by('api').append(
		...operations.map(({ key, description, node }) =>
			row(element('td', key, 'code'), element('td', description), element('td', node)),
		),
	);
	for (const button of document.querySelectorAll('[data-advance]'))
		on(button, 'click', async () => {
			await ask('/clock', { advanceMs: Number(button.dataset.advance) });
			await refreshData();
		});
	for (const button of document.querySelectorAll('[data-fault]'))
		on(button, 'click', async () => {
			const operation = by('fault-operation').value;
			const times = Number(by('fault-times').value);
			if (!Number.isInteger(times) || times < 1)
				throw new Error('Enter how many requests get the fault: 1 or more.');
			await ask('/faults', {
				...JSON.parse(button.dataset.fault),
				times,
				...(operation ? { operation } : {}),
			});
			return times === 1
				? 'The next matching request gets this fault.'
				: `The next ${times} matching requests get this fault.`;
		});
	on(by('clear-faults'), 'click', () => ask('/faults', undefined, 'DELETE'));
	on(by('reset'), 'click', async () => {
		await ask('/reset', {});
		await refreshData();
		return 'The demo data was restored.';
	});
	on(by('dialect'), 'change', async () => {
		await ask('/dialect', { dialect: by('dialect').value });
		by('dialect').blur();
	});
	by('request-filter').addEventListener('input', ({ target }) =>
		filterRows(by('requests'), target.value),
	);
	by('api-filter').addEventListener('input', ({ target }) => filterRows(by('api'), target.value));
	await refreshData();
	for (;;) {
		await refresh().then(
			() => by('message').textContent.startsWith('The emulator does not respond') && say(''),
			() => say('The emulator does not respond. Start it again in its terminal.', true),
		);
		await new Promise((resolve) => setTimeout(resolve, 1000));
	}
}

start().catch((error) => say(error.message, true));
