/**
 * Files and texts that a person gives as input: reading their content, and refusing what is not
 * readable.
 */
import type { GivenFile } from '../declare/fields';
import { requirement } from '../declare/messages';
import type { OperationContext } from '../declare/operation';
import { decodeText } from '../support/text/encoding';
import { fromYaml, NotYaml, type YamlReading } from '../support/yaml';

/** The whole content of a file. */
export async function readWholeFile(file: GivenFile): Promise<Buffer> {
	const parts: Uint8Array[] = [];
	for await (const part of file.chunks()) parts.push(part);
	return Buffer.concat(parts);
}

/** The field that a file or a text came from. */
export interface FileSource {
	field: string;
	label: string;
}

/** What {@link textIn} can refuse. */
export const NOT_UTF8 = requirement(
	'{field}',
	'{label}',
	'must be text in UTF-8, or in UTF-16 with a byte order mark, but it seems to be {seems}: save it as UTF-8',
);

/**
 * The text of a file, which must be UTF-8.
 * @param source the field that names the file
 * @throws BadInput with the encoding that the file seems to have
 */
export function textIn(
	op: OperationContext<typeof NOT_UTF8>,
	content: Uint8Array,
	source: FileSource,
): string {
	const decoded = decodeText(content);
	if ('text' in decoded) return decoded.text;
	throw op.refusal(NOT_UTF8, { ...source, seems: decoded.seems });
}

/** What {@link yamlIn} can refuse. */
export const NOT_YAML = requirement(
	'{field}',
	'{label}',
	'cannot be read as YAML or JSON: line {line}, column {column}: {reason}',
);

/**
 * The value of a text in YAML or JSON that a person wrote.
 * @param source the field that the text came from
 * @param reading what is read from it ({@link fromYaml})
 * @throws BadInput with the line, the column and the rule
 */
export function yamlIn(
	op: OperationContext<typeof NOT_YAML>,
	text: string,
	source: FileSource,
	reading?: YamlReading,
): unknown {
	let why: unknown;
	try {
		return fromYaml(text, reading);
	} catch (error) {
		why = error;
	}
	if (!(why instanceof NotYaml)) throw why;
	const { line, column, reason } = why;
	throw op.refusal(NOT_YAML, { ...source, line, column, reason });
}
