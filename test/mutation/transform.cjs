/** Compiles as jest.config.js does, with one small change of one file: what a mutation of a fact breaks. */
const { createHash } = require('node:crypto');
const { relative } = require('node:path');
const { createTransformer } = require('@swc/jest');

const root = require('node:path').join(__dirname, '../..');
const mutation = JSON.parse(process.env.MUTATION ?? '{}');
const isMutated = (file) => relative(root, file).replaceAll('\\', '/') === mutation.file;

module.exports = {
	createTransformer: (options) => {
		const inner = createTransformer(options);
		const mutated = (source, file) => (isMutated(file) ? source.replace(mutation.find, () => mutation.replace) : source);
		return {
			...inner,
			process: (source, file, more) => inner.process(mutated(source, file), file, more),
			getCacheKey: (source, file, more) => createHash('sha1').update(inner.getCacheKey(mutated(source, file), file, more)).digest('hex'),
		};
	},
};
