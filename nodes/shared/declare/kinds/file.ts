/** Files that are uploaded. */
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { isNothing } from '../../support/nothing';
import type { Spec } from '../field/declaration';
import { Field, type PropertyBase } from '../field/field';
import type { FieldContext } from '../field/fieldContext';
import { refuse } from '../field/parse';

export interface GivenFile {
	bytes: number;
	/** Reads the content. It can be called several times. */
	chunks: () => AsyncIterable<Uint8Array>;
	fileName: string;
	mimeType: string;
}

/** Whether a value is a file, and not only the name of a binary field. */
export const isGivenFile = (value: unknown): value is GivenFile =>
	typeof value === 'object' &&
	value !== null &&
	typeof (value as { chunks?: unknown }).chunks === 'function';

/**
 * Reading returns the name of the binary field. When all input has been checked, the engine
 * replaces it by the file.
 */
class FileField extends Field<GivenFile, Spec> {
	override readonly isFile = true;

	override valueSchema(): z.ZodType {
		return z.custom<string | GivenFile>(
			(value) => isGivenFile(value) || (typeof value === 'string' && value !== ''),
			'must be a file',
		);
	}

	override readGiven(context: FieldContext, raw: unknown): unknown {
		if (isNothing(raw)) return undefined;
		const name =
			typeof raw === 'string'
				? raw.trim()
				: refuse(context, 'must be the name of a binary field', raw);
		return name === '' ? undefined : name;
	}

	override toProperty(base: PropertyBase): INodeProperties {
		return { ...base, type: 'string', default: '' };
	}
}

/** A file; the input names the binary field that contains it. */
export const file = (description: string) =>
	new FileField({ kind: 'file', description, required: true, initial: 'data' });
