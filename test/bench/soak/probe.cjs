/**
 * Loaded into n8n's own process before anything else (NODE_OPTIONS=--require): records at intervals
 * what the process holds, with its memory after a garbage collection. Other processes of n8n, such
 * as the task runner, are not measured.
 *
 * SOAK_PROBE names the file (a JSON line for each sample), SOAK_EVERY_MS the interval.
 */
const { getEventListeners } = require('node:events');
const { appendFileSync } = require('node:fs');
const v8 = require('node:v8');
const vm = require('node:vm');

const isN8n =
	process.argv.some((argument) => /[\\/]n8n[\\/]bin[\\/]n8n$/.test(argument)) &&
	process.argv.includes('start');

if (isN8n && process.env.SOAK_PROBE) {
	v8.setFlagsFromString('--expose-gc');
	const collect = vm.runInNewContext('gc');

	// A signal that outlives its use, together with its listeners, is the usual leak in code that can
	// be cancelled.
	const signals = new Set();
	const known = new WeakSet();
	const add = AbortSignal.prototype.addEventListener;
	AbortSignal.prototype.addEventListener = function (...args) {
		if (!known.has(this)) signals.add(new WeakRef(this));
		known.add(this);
		return add.apply(this, args);
	};

	/** The exports of a file of the package, once it has been loaded. */
	const loaded = (path) =>
		Object.entries(require.cache).find(([name]) =>
			name.replaceAll('\\', '/').endsWith(`n8n-nodes-talend-cloud/dist/${path}`),
		)?.[1].exports;
	const alive = (path, name) => {
		const found = loaded(path)?.[name];
		return found && v8.queryObjects ? v8.queryObjects(found, { format: 'count' }) : undefined;
	};

	const count = (names) =>
		names.reduce((counts, name) => ({ ...counts, [name]: (counts[name] ?? 0) + 1 }), {});

	const sample = () => {
		collect();
		const { rss, heapUsed, external } = process.memoryUsage();
		let listeners = 0;
		let listened = 0;
		for (const reference of signals) {
			const signal = reference.deref();
			if (!signal) signals.delete(reference);
			else {
				const own = getEventListeners(signal, 'abort').length;
				listeners += own;
				if (own > 0) listened++;
			}
		}
		const resources = count(process.getActiveResourcesInfo());
		appendFileSync(
			process.env.SOAK_PROBE,
			`${JSON.stringify({
				at: Date.now(),
				rss,
				heapUsed,
				external,
				timers: resources.Timeout ?? 0,
				handles: Object.entries(resources).reduce(
					(sum, [name, number]) => sum + (name === 'Timeout' ? 0 : number),
					0,
				),
				signals: listened,
				signalListeners: listeners,
				processListeners: process
					.eventNames()
					.reduce((sum, name) => sum + process.listenerCount(name), 0),
				queues: alive('talendCloud.js', 'RequestQueue'),
				resources,
			})}\n`,
		);
	};
	setInterval(sample, Number(process.env.SOAK_EVERY_MS ?? 60_000)).unref();
}
