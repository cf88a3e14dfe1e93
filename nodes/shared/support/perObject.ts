/**
 * A function that computes its result once for each object, such as a declaration. Neither the
 * object nor the result may change.
 */
export function perObject<T extends object, Result>(
	compute: (object: T) => Result,
): (object: T) => Result {
	const results = new WeakMap<T, Result>();
	return (object) => {
		let result = results.get(object);
		if (result === undefined) results.set(object, (result = compute(object)));
		return result;
	};
}
