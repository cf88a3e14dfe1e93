/**
 * What is known about the other applications of the platform, which no OpenAPI file of Talend
 * describes (docs/platform/interface.md, "The other applications").
 */
import { readData } from '../data';
import type { VendorOperation } from './vendorOperation';

/**
 * How much is known about an operation: `example` and `published` by Talend, `seen` by an
 * integrator on the real service.
 */
export type Confidence = 'example' | 'published' | 'seen';

/** One of the operations, with the title of the page that describes it. */
export interface ApplicationOperation extends VendorOperation {
	/** Statuses of refusals that are described. */
	errors: number[];
	source: string;
	confidence: Confidence;
}

export const applicationOperations = readData<ApplicationOperation[]>(
	'applications/operations.json',
);
