/**
 * Works out what follows from an object once, however often it is asked for: a declaration stays as it is, and
 * items by the thousand ask for what follows from it. The result must not be changed.
 */
export function perObject<Of extends object, Result>(workOut: (of: Of) => Result): (of: Of) => Result {
	const known = new WeakMap<Of, Result>();
	return (of) => {
		let result = known.get(of);
		if (result === undefined) known.set(of, (result = workOut(of)));
		return result;
	};
}
