/**
 * Reads the message in the body of a refusal, which has another form in each part of the interface.
 */
import type { IDataObject } from 'n8n-workflow';

import { isWebPage } from '../support/gateway';
import { isObject, objectsIn } from '../support/json';
import { truncated } from '../support/truncate';

/** The values that are texts or numbers, as texts. */
const textsAmong = (...values: unknown[]): string[] =>
	values
		.filter((value) => typeof value === 'string' || typeof value === 'number')
		.map((value) => String(value).trim())
		.filter((text) => text !== '');

/**
 * Reads the error bodies of the interface: service accounts (`status, detail`), security,
 * orchestration and processing (`status, message, detail(s), code, requestId`), datasets
 * (`timestamp, status, error, message, path`), data planes and engines
 * (`status, title, details, code`), crawlers (`message, cause` | `connectionId, i18nMsg` |
 * `entityId, entityType`), SCIM (`detail, scimType`) and OAuth (`error, error_description`); and
 * bodies of any other form, such as lists of errors by field. In a list, the first object counts.
 * @param clean removes secrets from a text; it is applied before the text is truncated, because a
 * truncated secret is not recognized
 */
export function readRefusal(
	given: unknown,
	headers: Record<string, string> = {},
	clean = (text: string) => text,
) {
	const [first] = Array.isArray(given) ? objectsIn(given) : [];
	const body = first ?? given;
	const fields = isObject(body) ? body : {};
	const [requestId] = textsAmong(
		fields.requestId,
		headers['x-request-id'],
		headers['x-correlation-id'],
	);
	if (!isObject(body))
		return {
			message: textsAmong(...[body].flat()).map((text) => messageIn(text, clean))[0],
			requestId,
		};
	const short = (text: string) => truncated(clean(text), MAX_MESSAGE_LENGTH);
	const errors = errorsInside(body);
	const [type = 'The record'] = textsAmong(body.entityType);
	const [message] = textsAmong(
		body.message,
		body.Message,
		body.error_description,
		body.i18nMsg,
		body.detail,
		body.details,
		errors,
		body.title,
		...textsAmong(body.entityId).map((id) => `${type} ${id} was not found`),
		...textsAmong(body.connectionId).map((id) => `Connection ${id} already has one`),
		body.error,
	).map(short);
	const detail = textsAmong(body.details, body.detail, body.cause, body.scimType, errors)
		.map(short)
		.find((text) => text !== message);
	// The header names what still uses an environment; the interface documents write its name with a
	// space.
	const usage = textsAmong(headers['usage-details'] ?? headers['usage details']).map(
		(text) => `In use by: ${text}`,
	);
	return {
		message,
		detail: textsAmong(detail, ...usage).join('. ') || undefined,
		code: textsAmong(body.code)[0],
		requestId,
	};
}

/** How many characters of a message in JSON are shown. It may be the stack trace of a server. */
const MAX_MESSAGE_LENGTH = 1_000;

/** How many of several errors are shown. */
const MAX_ERRORS = 3;

/**
 * The errors that are listed in a body, with the names of their fields; empty if there are none.
 * The rejected values are left out, because they may be secret.
 */
const errorsInside = ({ errors, violations, fieldErrors, error }: IDataObject): string =>
	[
		...[errors, violations, fieldErrors].flatMap((inside) =>
			Array.isArray(inside)
				? inside.flatMap((each) => errorInWords(each))
				: errorInWords(inside, { mayBeTexts: true }),
		),
		...(isObject(error) ? errorInWords(error) : []),
	]
		.slice(0, MAX_ERRORS)
		.join('; ');

/**
 * An error: a text, an object with a message, or lists of texts by the names of fields.
 * @param mayBeTexts whether it may also be single texts by the names of fields
 */
function errorInWords(error: unknown, { mayBeTexts = false } = {}): string[] {
	if (!isObject(error)) return textsAmong(error);
	const [message] = textsAmong(error.message, error.defaultMessage, error.detail, error.reason);
	const [field] = textsAmong(error.field, error.propertyPath);
	if (message !== undefined) return [field === undefined ? message : `${field}: ${message}`];
	const isText = (name: string, value: unknown) =>
		mayBeTexts && field === undefined && typeof value === 'string' && !/value$/i.test(name);
	return Object.entries(error).flatMap(([name, texts]) =>
		Array.isArray(texts) || isText(name, texts)
			? textsAmong(...[texts].flat()).map((text) => `${name}: ${text}`)
			: [],
	);
}

/** The message of a web page, an XML text or a text. */
function messageIn(text: string, clean: (text: string) => string): string | undefined {
	const start = text.slice(0, MAX_MARKUP_LENGTH);
	if (!start.startsWith('<')) return truncated(clean(text), MAX_TEXT_LENGTH);
	// Storage services respond in XML. Only the message is taken from it, because it also contains
	// keys and signatures.
	if (!isWebPage(start))
		return truncated(clean(within(start, 'Message') ?? ''), MAX_TEXT_LENGTH) || undefined;
	const title = truncated(
		clean(within(start, 'title') ?? '').replace(/\s+/g, ' '),
		MAX_TITLE_LENGTH,
	);
	return `The address returned a web page${title ? ` ("${title}")` : ''} instead of data`;
}

/** How many characters of a message outside of JSON are shown. */
const MAX_TEXT_LENGTH = 300;
const MAX_TITLE_LENGTH = 100;

/** How many characters of a web page or an XML text are read. */
const MAX_MARKUP_LENGTH = 10_000;

function within(markup: string, name: string): string | undefined {
	const opening = markup.search(new RegExp(`<${name}[\\s>]`, 'i'));
	if (opening < 0) return undefined;
	const from = markup.indexOf('>', opening) + 1;
	const to = markup.indexOf('<', from);
	return to > from ? withoutEntities(markup.slice(from, to)).trim() || undefined : undefined;
}

const ENTITIES: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: ' ',
};

/** Whether a number is the code of a character. Halves of surrogate pairs are not characters. */
const isCharacter = (point: number): boolean =>
	point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);

/** A text of a web page or of XML, with its entities replaced by the characters that they mean. */
const withoutEntities = (text: string): string =>
	text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,6}));/gi, (entity, decimal, hex, name) => {
		if (name !== undefined) return ENTITIES[String(name)] ?? entity;
		const point = hex === undefined ? Number(decimal) : parseInt(String(hex), 16);
		return isCharacter(point) ? String.fromCodePoint(point) : entity;
	});
