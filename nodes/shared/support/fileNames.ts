/** The name of a file in a Content-Disposition header, without any folder. */
export function fileNameIn(disposition: string | undefined): string | undefined {
	const told = /filename\*?=(?:UTF-8'')?"?([^";]+)"?/i.exec(disposition ?? '')?.[1];
	return told === undefined ? undefined : plainName(told);
}

/** A name as a file may have it: decoded, and without a way into another folder. */
export function plainName(name: string): string {
	let plain = name;
	try {
		plain = decodeURIComponent(name);
	} catch {
		// Not encoded: taken as it is.
		plain = name;
	}
	return plain.replace(/[/\\]/g, '_');
}
