/**
 * Who runs an item.
 */
import type { INode } from 'n8n-workflow';

import { isTool } from '../../../../nodes/shared/engine/agents/caller';
import type { N8nContext } from '../../../../nodes/shared/n8n/contexts';
import { stub } from '../../../support/stub';

test('a node whose type ends in Tool is a tool', () => {
	expect(
		['n8n-nodes-x.thing', 'n8n-nodes-x.thingTool', 'n8n-nodes-x.Toolbox'].filter((type) =>
			isTool(stub<N8nContext>({}), { type } as INode),
		),
	).toEqual(['n8n-nodes-x.thingTool']);
});
