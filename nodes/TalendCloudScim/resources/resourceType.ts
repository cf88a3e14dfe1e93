import { resource } from '../../shared/declare/define';
import { discovered } from '../discovery';

export const resourceType = resource(
	'resourceType',
	'Resource Type',
	discovered('GET /scim/v2/ResourceTypes', 'GET /scim/v2/ResourceTypes/{id}', {
		noun: 'resource type',
		nouns: 'resource types',
		method: 'searchResourceTypes',
		example: 'User',
		lists: 'List the kinds of resources that can be provisioned',
		reads: 'Get a SCIM resource type: its endpoint and its schema',
	}),
	'A kind of resource that can be provisioned',
);
