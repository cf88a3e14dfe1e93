/**
 * Loaded into a process of n8n (NODE_OPTIONS=--require): records when its event loop was blocked, and for
 * how long, in the file named by BENCH_BLOCKS.
 */
const { writeFileSync } = require('node:fs');

if (process.env.BENCH_BLOCKS && process.argv.some((argument) => /[\\/]n8n[\\/]bin[\\/]n8n$/.test(argument))) {
	const EVERY_MS = 5;
	const LEAST_MS = 10;
	const blocks = [];
	let last = performance.now();
	setInterval(() => {
		const now = performance.now();
		const late = now - last - EVERY_MS;
		if (late >= LEAST_MS) blocks.push({ until: Date.now(), ms: late });
		last = now;
	}, EVERY_MS).unref();
	process.on('exit', () => writeFileSync(process.env.BENCH_BLOCKS, JSON.stringify(blocks)));
}
