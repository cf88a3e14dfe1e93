/**
 * The environment of each test file: that of Node, but a module is compiled only once for all test
 * files that a worker runs. Jest compiles it again for each of them, which was a fifth of the time
 * of the tests: a file that uses the emulator loads 700 modules, and n8n.
 */
const { TestEnvironment } = require('jest-environment-node');
const vm = require('node:vm');

const { compileFunction } = vm;

/** The code of the modules, and what it was compiled to, by file name. */
const compiled = new Map();

function scriptOf(code, parameters, filename) {
	const known = compiled.get(filename);
	if (known?.code === code) return known.script;
	const head = `(function (${parameters.join(', ')}) {`;
	const script = new vm.Script(`${head}${code}\n})`, { filename, columnOffset: -head.length });
	compiled.set(filename, { code, script });
	return script;
}

// Jest calls this function for each module (jest-runtime, ModuleExecutor); tests may call it, too.
vm.compileFunction = (code, parameters, options) =>
	options?.parsingContext && options.filename
		? scriptOf(code, parameters, options.filename).runInContext(options.parsingContext)
		: compileFunction(code, parameters, options);

module.exports = TestEnvironment;
