/** A task does not say which of its parameters are secret; the version of its artifact does. */
import type { IDataObject } from 'n8n-workflow';

import type { OperationContext } from '../../../../shared/declare/operation';
import { readIfThere } from '../../../../shared/flows/mayBeMissing';
import { objectsIn } from '../../../../shared/support/json';
import { namesSecret } from '../../../../shared/support/text/mask';
import { getVersion } from '../../artifact';

/** Says whether the parameter with a name is secret. */
type IsSecret = (name: string) => boolean;

/** Reads which parameters of an artifact's version are secret. */
export type SecretsOf = (artifact: IDataObject) => Promise<IsSecret>;

/**
 * Reads which parameters are secret: all, if the version cannot be read. Each version is read once.
 */
export function secretsReader(op: OperationContext): SecretsOf {
	const ofVersions = new Map<string, Promise<IsSecret>>();
	return async ({ id, version }) => {
		const key = JSON.stringify([id, version]);
		const reading = ofVersions.get(key) ?? readSecretsOf(op, id, version);
		ofVersions.set(key, reading);
		return await reading;
	};
}

async function readSecretsOf(
	op: OperationContext,
	artifactId: unknown,
	version: unknown,
): Promise<IsSecret> {
	const versionRecord =
		artifactId === undefined || version === undefined
			? undefined
			: await readIfThere(op, getVersion, { artifactId, version });
	if (versionRecord === undefined) return () => true;
	const secret = new Set(
		objectsIn(versionRecord.parameters)
			.filter(({ type }) => /password/i.test(String(type)))
			.map(({ name }) => name),
	);
	return (name) => secret.has(name) || namesSecret(name);
}
