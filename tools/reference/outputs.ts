/** An output of each operation, recorded by the conformance tests (`npm run previews`). */
import type { IDataObject } from 'n8n-workflow';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Answers } from '../../nodes/shared/declare/answers';
import { namesInReadingOrder } from '../../nodes/shared/engine/output/readingOrder';
import { namesSecret } from '../../nodes/shared/support/text/mask';
import { projectFolder, readProject } from '../../platform/data';
import type { OperationInNode } from '../../platform/operations';

interface Recorded {
	output: IDataObject;
	files?: string[];
}

const byArea = new Map<string, Record<string, Recorded>>();

function recorded(area: string): Record<string, Recorded> {
	let known = byArea.get(area);
	if (!known) {
		const file = `test/fixtures/outputs/${area.toLowerCase()}.json`;
		known = existsSync(join(projectFolder, file))
			? readProject<Record<string, Recorded>>(file)
			: {};
		byArea.set(area, known);
	}
	return known;
}

/** A recorded output of an operation; undefined if no test has executed it. */
export const recordedOutput = ({ area, resource, value }: OperationInNode): Recorded | undefined =>
	recorded(area)[`${resource.value}.${value}`];

/** Fields of an output in the order in which the node outputs them. */
export const fieldsInOrder = (names: readonly string[], { leads }: Pick<Answers, 'leads'>) =>
	namesInReadingOrder(names, leads);

/** The emulator's address in a test is another one each time; readers have that of a region. */
const LOCAL = /http:\/\/127\.0\.0\.1:\d+/g;
const PUBLIC = 'https://api.eu.cloud.talend.com';

/**
 * An output as it is recorded: without what the operation declares as secret, and without addresses
 * of this machine.
 */
export const recordable = (
	{ sensitive, whySecret }: Pick<Answers, 'sensitive' | 'whySecret'>,
	output: IDataObject,
): IDataObject => asRecorded(output, new Set(sensitive), whySecret !== undefined) as IDataObject;

function asRecorded(value: unknown, sensitive: ReadonlySet<string>, isSecret: boolean): unknown {
	if (typeof value === 'string') return value.replace(LOCAL, PUBLIC);
	if (Array.isArray(value)) return value.map((entry) => asRecorded(entry, sensitive, isSecret));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => {
			const hides = sensitive.has(name) || (isSecret && namesSecret(name));
			return [name, hides && inner !== null ? '…' : asRecorded(inner, sensitive, isSecret)];
		}),
	);
}
