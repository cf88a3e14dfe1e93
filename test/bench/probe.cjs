/**
 * Loaded into a process of n8n (NODE_OPTIONS=--require): records when its event loop was blocked
 * and for how long, and its CPU time, in the file named by BENCH_PROBE.
 */
const { writeFileSync } = require('node:fs');

if (
	process.env.BENCH_PROBE &&
	process.argv.some((argument) => /[\\/]n8n[\\/]bin[\\/]n8n$/.test(argument))
) {
	const EVERY_MS = 5;
	const LEAST_MS = 10;
	const blocks = [];
	const cpu = [];
	let last = performance.now();
	setInterval(() => {
		const now = performance.now();
		const late = now - last - EVERY_MS;
		if (late >= LEAST_MS) blocks.push({ until: Date.now(), ms: late });
		last = now;
		const { user, system } = process.cpuUsage();
		cpu.push({ at: Date.now(), ms: (user + system) / 1_000 });
	}, EVERY_MS).unref();
	process.on('exit', () => writeFileSync(process.env.BENCH_PROBE, JSON.stringify({ blocks, cpu })));
}
