/**
 * Is `dist/onFirstUse.js` in the package: makes the classes that n8n loads when it starts
 * (tools/build/bundle.mjs).
 */
'use strict';

const at = (object, path) => path.reduce((parent, name) => parent[name], object);

/**
 * @param name the name of a node's or credential's class
 * @param data what an instance of it contains, without functions
 * @param functions for each object in it that has functions its path, and the names of its
 * functions
 * @returns a class with the same contents, whose code is loaded when one of its functions is called
 * for the first time
 */
module.exports = (name, { data, functions }) => {
	let original;
	const originalOf = () => (original ??= new (require('./talendCloud.js')[name])());
	const made = class {
		constructor() {
			// n8n changes the description of each instance.
			Object.assign(this, structuredClone(data));
			for (const [path, names] of functions) {
				const owner = at(this, path);
				for (const each of names) {
					owner[each] = function onFirstUse(...values) {
						return at(originalOf(), path)[each].apply(this, values);
					};
				}
			}
		}
	};
	return Object.defineProperty(made, 'name', { value: name });
};
