/**
 * The inputs that n8n shows for a resource.
 */
import { record } from '../../../nodes/shared/declare/answers';
import { operation, resource } from '../../../nodes/shared/declare/define';
import { object, text } from '../../../nodes/shared/declare/fields';
import type { Operation, RequestSpec, Resource } from '../../../nodes/shared/declare/operation';

export const reported = { name: 'Get', action: 'Get an x', description: 'Gets x' };

export const a = text('An a');

export const form = object('The f', { a });

export const resourceOf = (
	operations: Record<string, Operation>,
	value = 'x',
	name = 'X',
): Resource => resource(value, name, operations);

export const get = (more: Partial<RequestSpec> = {}) =>
	operation('GET /x', { ...reported, answers: record(undefined), ...more });
