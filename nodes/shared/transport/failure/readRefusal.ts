/**
 * Reads the message in the body of a refusal, which has another form in each part of the interface.
 */
import type { IDataObject } from 'n8n-workflow';

import { isWebPage } from '../../support/http/gateway';
import { isObject, objectsIn } from '../../support/json';
import { truncated } from '../../support/text/truncate';

/** The values that are texts or numbers, as texts. */
const textsAmong = (...values: unknown[]): string[] =>
	values
		.filter((value) => typeof value === 'string' || typeof value === 'number')
		.map((value) => String(value).trim())
		.filter((text) => text !== '');

/** What a refusal says. */
export interface Refusal {
	message?: string;
	/** What it says besides the message. */
	detail?: string;
	/** The platform's code of the error. */
	code?: string;
	/** With it, Talend can find the request. */
	requestId?: string;
}

/** Removes secrets from a text. */
type Clean = (text: string) => string;

/**
 * Reads the body and the headers of a refusal. In a list, the first object counts.
 * @param clean is applied before a text is truncated, because a truncated secret is not recognized
 */
export function readRefusal(
	body: unknown,
	headers: Record<string, string> = {},
	clean: Clean = (text) => text,
): Refusal {
	const [first] = Array.isArray(body) ? objectsIn(body) : [];
	const fields = first ?? body;
	return isObject(fields)
		? readBodyFields(fields, headers, clean)
		: { message: readTexts(fields, clean), requestId: requestIdIn({}, headers) };
}

/** The message in the first text of a body that is not an object; undefined if there is none. */
const readTexts = (body: unknown, clean: Clean): string | undefined =>
	textsAmong(...[body].flat()).map((text) => messageIn(text, clean))[0];

/**
 * Reads the error bodies of the interface: service accounts (`status, detail`), security,
 * orchestration and processing (`status, message, detail(s), code, requestId`), datasets
 * (`timestamp, status, error, message, path`), data planes and engines
 * (`status, title, details, code`), crawlers (`message, cause` | `connectionId, i18nMsg` |
 * `entityId, entityType`), SCIM (`detail, scimType`) and OAuth (`error, error_description`); and
 * bodies of any other form, such as lists of errors by field.
 */
function readBodyFields(
	fields: IDataObject,
	headers: Record<string, string>,
	clean: Clean,
): Refusal {
	const short = (text: string) => truncated(clean(text), MAX_MESSAGE_LENGTH);
	const errors = errorsInside(fields);
	const [message] = textsAmong(
		fields.message,
		fields.Message,
		fields.error_description,
		fields.i18nMsg,
		fields.detail,
		fields.details,
		errors,
		fields.title,
		subjectInWords(fields),
		fields.error,
	).map(short);
	const detail = textsAmong(fields.details, fields.detail, fields.cause, fields.scimType, errors)
		.map(short)
		.find((text) => text !== message);
	return {
		message,
		detail: textsAmong(detail, usageIn(headers)).join('. ') || undefined,
		code: textsAmong(fields.code)[0],
		requestId: requestIdIn(fields, headers),
	};
}

/** What the bodies of crawlers mean that only name the subject of the refusal. */
function subjectInWords({ entityType, entityId, connectionId }: IDataObject): string | undefined {
	const [type = 'The record'] = textsAmong(entityType);
	const [id] = textsAmong(entityId);
	const [connection] = textsAmong(connectionId);
	if (id !== undefined) return `${type} ${id} was not found`;
	return connection === undefined ? undefined : `Connection ${connection} already has one`;
}

const requestIdIn = (fields: IDataObject, headers: Record<string, string>): string | undefined =>
	textsAmong(fields.requestId, headers['x-request-id'], headers['x-correlation-id'])[0];

/**
 * What still uses an environment. The interface documents write the name of this header with a
 * space.
 */
function usageIn(headers: Record<string, string>): string | undefined {
	const [usage] = textsAmong(headers['usage-details'] ?? headers['usage details']);
	return usage === undefined ? undefined : `In use by: ${usage}`;
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
function messageIn(text: string, clean: Clean): string | undefined {
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
