/** Computes only once what is derived from an object that does not change, such as a declaration. The result must not be changed. */
export function perObject<Of extends object, Result>(
	workOut: (of: Of) => Result,
): (of: Of) => Result {
	const known = new WeakMap<Of, Result>();
	return (of) => {
		let result = known.get(of);
		if (result === undefined) known.set(of, (result = workOut(of)));
		return result;
	};
}
