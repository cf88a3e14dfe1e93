/**
 * A function that computes its result once for each object, and then always returns this result. So
 * the result may only depend on what does not change in the object, such as a declaration. It can
 * also be something that collects state for the object, such as the locks of a node run.
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
