'use strict';

/**
 * @returns for each object in an instance that has functions its path, and the names of its
 * functions
 */
function functionsOf(object, path = []) {
	const ofClass =
		path.length > 0
			? []
			: Object.getOwnPropertyNames(Object.getPrototypeOf(object)).filter(
					(name) => name !== 'constructor',
				);
	const names = [...Object.keys(object), ...ofClass];
	const functions = names.filter((name) => typeof object[name] === 'function');
	return [
		...(functions.length > 0 ? [[path, functions]] : []),
		...names
			.filter((name) => typeof object[name] === 'object' && object[name] !== null)
			.flatMap((name) => functionsOf(object[name], [...path, name])),
	];
}

/**
 * What `onFirstUse.cjs` makes an instance from: the data of a node or credential, which becomes
 * JSON, and where its functions are.
 */
exports.contentsOf = (instance) => ({ data: instance, functions: functionsOf(instance) });
