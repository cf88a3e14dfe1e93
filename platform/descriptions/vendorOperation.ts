/**
 * The shape in which Talend's operations are stored (`platform/data/vendor`,
 * `platform/data/applications`).
 */

export type Schema = Record<string, unknown>;

export interface VendorContent {
	content?: Record<string, Schema>;
	headers?: string[] | Record<string, unknown>;
}

/** One of the 315 operations. */
export interface VendorOperation {
	area: string;
	method: string;
	path: string;
	parameters: Array<{
		name: string;
		in: 'path' | 'query' | 'header';
		required: boolean;
		schema: Schema;
	}>;
	body?: VendorContent & { required?: boolean };
	answers: Record<string, VendorContent>;
}
