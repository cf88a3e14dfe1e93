/** A function that computes its result once for each object, such as a declaration. Neither the object nor the result may change. */
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
