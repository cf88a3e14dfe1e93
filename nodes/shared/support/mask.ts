/** Taking what is secret out of a text. */
/** Values that must not be repeated, as they are and as they are in JSON, in an address or in a web page. */
export function withoutValues(text: string, secrets: readonly string[]): string {
	return secrets.length === 0 ? text : withoutForms(text, formsOfAll(secrets));
}

/** All spellings of secrets, the longest first. */
export const formsOfAll = (secrets: readonly string[]): string[] =>
	[...new Set(secrets.filter(({ length }) => length >= SHORTEST).flatMap(formsOf))].sort((a, b) => b.length - a.length);

/** As {@link withoutValues}, with the spellings of {@link formsOfAll}: for many texts. */
export function withoutForms(text: string, forms: readonly string[]): string {
	const shortest = forms.at(-1);
	if (shortest === undefined || text.length < shortest.length) return text;
	return forms.reduce((clean, form) => (clean.includes(form) ? clean.split(form).join('***') : clean), text);
}

/** A shorter one would take parts of ordinary words out. */
const SHORTEST = 4;

function formsOf(secret: string): string[] {
	const html = secret.replace(/[&<>"']/g, (sign) => HTML[sign]!);
	// Half a surrogate pair cannot be encoded.
	const encoded = /\p{Surrogate}/u.test(secret) ? [] : [encodeURIComponent(secret), encodeURIComponent(secret).replace(/%20/g, '+')];
	return [secret, JSON.stringify(secret).slice(1, -1), ...encoded, html, html.replace(/&#39;/g, '&apos;')];
}

const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** As {@link withoutValues}, also without the beginning of a value at which a text was cut. */
export function withoutCutValues(text: string, secrets: readonly string[]): string {
	let clean = withoutValues(text, secrets);
	for (const form of secrets.flatMap(formsOf))
		for (let length = form.length - 1; length >= SHORTEST; length--) {
			const piece = form.slice(0, length);
			if (clean.includes(`${piece}…`)) clean = clean.split(`${piece}…`).join('***…');
			if (clean.endsWith(piece)) clean = `${clean.slice(0, -length)}***`;
		}
	return clean;
}

/** Values that must not be repeated, and anything that looks like a token. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
	return withoutCutValues(text, secrets)
		.replace(/\beyJ[\w-]{8,}(\.[\w-]*){0,2}/g, '***')
		.replace(/\b(Bearer|Basic)\s{1,9}[\w.~+/=-]{8,}/gi, '$1 ***');
}

/** Whether a name (of a field, of a parameter of a connection, the path of a patch) says that its value is secret. */
export const namesSecret = (name: unknown): boolean => SECRET_NAME.test(String(name));

const SECRET_NAME = /(password|passwd|pwd|passphrase|secret|token|(secret|access|private|api)[_-]?key)$/i;
