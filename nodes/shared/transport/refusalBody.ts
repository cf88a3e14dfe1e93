/** Reads the message in the body of a refusal, in any of the interface's forms. */
import { isObject } from '../support/json';

interface Told {
	message?: string;
	detail?: string;
	code?: string;
	requestId?: string;
}

const textOf = (value: unknown): string | undefined => {
	if (typeof value === 'string' && value.trim() !== '') return value.trim();
	if (typeof value === 'number') return String(value);
	return undefined;
};

/**
 * Reads the error bodies of the interface: service accounts (`status, detail`), security,
 * orchestration and processing (`status, message, detail(s), code, requestId`), datasets
 * (`timestamp, status, error, message, path`), data planes and engines (`status, title, details,
 * code`), crawlers (`message, cause` | `connectionId, i18nMsg` | `entityId, entityType`), SCIM
 * (`detail, scimType`) and OAuth (`error, error_description`); and what is none of them.
 * @param clean removes secrets from a text before it is truncated: half a secret would no longer be found
 */
export function readRefusal(body: unknown, headers: Record<string, string> = {}, clean = (text: string) => text): Told {
	const requestId =
		(isObject(body) ? textOf(body.requestId) : undefined) ??
		textOf(headers['x-request-id']) ??
		textOf(headers['x-correlation-id']);
	if (isObject(body)) {
		const missing = textOf(body.entityId)
			? `${textOf(body.entityType) ?? 'The record'} ${textOf(body.entityId)!} was not found`
			: undefined;
		const taken = textOf(body.connectionId)
			? `Connection ${textOf(body.connectionId)!} already has one`
			: undefined;
		const words = [
			body.message,
			body.error_description,
			body.i18nMsg,
			body.detail,
			body.details,
			body.title,
			missing,
			taken,
			body.error,
		]
			.map(textOf)
			.filter((word): word is string => word !== undefined);
		const further = [body.details, body.detail, body.cause, body.scimType]
			.map(textOf)
			.find((word) => word !== undefined && word !== words[0]);
		const detail = [further, usageIn(headers)].filter((part) => part !== undefined).join('. ') || undefined;
		return { message: words[0], detail, code: textOf(body.code), requestId };
	}
	const text = textOf(body);
	if (text === undefined) return { requestId };
	// Storage services refuse in XML, with keys and signatures next to the message.
	const start = text.slice(0, MARKUP);
	if (start.startsWith('<') && !/^<(!doctype|html|head|body|!--)/i.test(start) && !/<html/i.test(start))
		return { message: within(start, 'Message'), requestId };
	if (start.startsWith('<')) {
		const title = within(start, 'title');
		return {
			message: `The address answered with a web page${title ? ` ("${title}")` : ''} instead of data`,
			requestId,
		};
	}
	const shown = clean(text);
	return { message: shown.length > 300 ? `${shown.slice(0, 299)}…` : shown, requestId };
}

/** How much of a web page or an XML text is read. */
const MARKUP = 10_000;

function within(markup: string, name: string): string | undefined {
	const opening = markup.search(new RegExp(`<${name}[\\s>]`, 'i'));
	if (opening < 0) return undefined;
	const from = markup.indexOf('>', opening) + 1;
	const to = markup.indexOf('<', from);
	return to > from ? markup.slice(from, to).trim() || undefined : undefined;
}

/** What still uses an environment; the interface writes the header's name with a space, which header names cannot have. */
export function usageIn(headers: Record<string, string>): string | undefined {
	const usage = textOf(headers['usage-details'] ?? headers['usage details']);
	return usage === undefined ? undefined : `In use by: ${usage}`;
}
