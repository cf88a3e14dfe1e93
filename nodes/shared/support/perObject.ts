/**
 * Computes what is derived from an object only once: a declaration does not change, and
 * thousands of items need what is derived from it. The result must not be changed.
 */
export function perObject<Of extends object, Result>(workOut: (of: Of) => Result): (of: Of) => Result {
	const known = new WeakMap<Of, Result>();
	return (of) => {
		let result = known.get(of);
		if (result === undefined) known.set(of, (result = workOut(of)));
		return result;
	};
}
