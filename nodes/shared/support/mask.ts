/** Taking what is secret out of a text. */
/** Values that must not be repeated, as they are and as they stand in JSON or in an address. */
export function withoutValues(text: string, secrets: readonly string[]): string {
	const forms = secrets
		.filter(({ length }) => length >= 4)
		// Half a surrogate pair cannot be encoded.
		.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), ...(/\p{Surrogate}/u.test(secret) ? [] : [encodeURIComponent(secret)])]);
	return forms.sort((a, b) => b.length - a.length).reduce((clean, form) => clean.split(form).join('***'), text);
}

/** Values that must not be repeated, and anything that looks like a token. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
	return withoutValues(text, secrets)
		.replace(/\beyJ[\w-]{8,}(\.[\w-]*){0,2}/g, '***')
		.replace(/\b(Bearer|Basic)\s{1,9}[\w.~+/=-]{8,}/gi, '$1 ***');
}
