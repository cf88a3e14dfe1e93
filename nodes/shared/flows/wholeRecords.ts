/** For operations that read a record, change it and write it back as a whole. */
import type { IDataObject } from 'n8n-workflow';

import type { Input } from '../declare/runtime/context';

/**
 * Completes the description of such an operation. The platform has no conditional update, so what
 * somebody else changes in between is lost.
 */
export const READ_FIRST =
	'fields that you leave out are kept, and changes that others make at the same moment are overwritten';

/** The same input with another body. */
export const withBody = (input: Input, body: IDataObject): Input => ({ ...input, body });
