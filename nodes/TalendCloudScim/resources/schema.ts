import { resource } from '../../shared/declare/define';
import { discovered } from '../discovery';

export const schema = resource(
	'schema',
	'Schema',
	discovered('GET /scim/v2/Schemas', 'GET /scim/v2/Schemas/{id}', {
		noun: 'schema',
		nouns: 'schemas',
		method: 'searchSchemas',
		example: 'urn:ietf:params:scim:schemas:core:2.0:User',
		lists: 'List which attributes users, groups and roles have',
		reads: 'List the attributes of a SCIM resource type',
	}),
	'The attributes of a kind of resource',
);
