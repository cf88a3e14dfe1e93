import type { INode } from 'n8n-workflow';

/** A node of n8n, for code that only needs any, or only what `more` has. */
export const anyNode = (more: Partial<INode> = {}): INode => ({
	id: '1',
	name: 'Node',
	type: 't',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	...more,
});
