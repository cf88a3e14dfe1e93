/**
 * The handlers of all areas. Three functions wrap handlers to add what holds for all that they are
 * given: the IP allowlist, an audit log for each change, and the progress of the runs of crawlers.
 */
import type { Handlers } from '../handler';
import { tokenHandlers } from './account/accessToken';
import { auditHandlers, withAuditLogs } from './account/auditLog';
import { groupHandlers } from './account/group';
import { roleHandlers } from './account/role';
import { serviceAccountHandlers } from './account/serviceAccount';
import { subscriptionHandlers } from './account/subscription';
import { userHandlers } from './account/user';
import { permissionHandlers } from './account/workspacePermission';
import { connectionHandlers as catalogConnectionHandlers } from './catalog/connection';
import { crawlerHandlers } from './catalog/crawler';
import { customAttributeHandlers } from './catalog/customAttribute';
import { datasetHandlers } from './catalog/dataset';
import { withRunsAdvanced } from './catalog/runs';
import { scanHandlers } from './catalog/scan';
import { sharing } from './catalog/sharing';
import { designerHandlers } from './designer/apiDefinition';
import { dataPlaneHandlers } from './engines/dataPlane';
import { dynamicEngineHandlers } from './engines/dynamicEngine';
import { hostedEnvironmentHandlers } from './engines/environments';
import { pipelineEngineHandlers } from './engines/pipelineEngine';
import { remoteEngineHandlers } from './engines/remoteEngine';
import { remoteEngineClusterHandlers } from './engines/remoteEngineCluster';
import { componentMetricHandlers } from './observability/componentMetric';
import { executionHistory } from './observability/executionHistory';
import { executionLogHandlers } from './observability/executionLog';
import { artifactHandlers } from './orchestration/artifact';
import { connectionHandlers } from './orchestration/connection';
import { environmentHandlers } from './orchestration/environment';
import { planHandlers } from './orchestration/plan';
import { projectHandlers } from './orchestration/project';
import { promotionHandlers } from './orchestration/promotion';
import { resourceHandlers } from './orchestration/resource';
import { runConfigurationHandlers } from './orchestration/runConfiguration';
import { scheduleHandlers } from './orchestration/schedule';
import { taskHandlers } from './orchestration/task';
import { workspaceHandlers } from './orchestration/workspace';
import { preparationHandlers } from './preparation/preparation';
import { cloudEngineHandlers } from './processing/cloudEngine';
import { planExecutionHandlers } from './processing/planExecution';
import { promotionExecutionHandlers } from './processing/promotionExecution';
import { runProfileHandlers } from './processing/runProfile';
import { taskExecutionHandlers } from './processing/taskExecution';
import { discovery } from './scim/discovery';
import { scimGroups } from './scim/group';
import { scimRoles } from './scim/role';
import { scimUsers } from './scim/user';
import { behindAllowlist, ipAllowlistHandlers } from './security/ipAllowlist';
import { ssoRoleMappingHandlers } from './security/ssoRoleMapping';
import { seenHandlers } from './seen';
import { campaignHandlers } from './stewardship/campaign';
import { dataModelHandlers } from './stewardship/dataModel';
import { semanticTypeHandlers } from './stewardship/semanticType';
import { taskHandlers as stewardshipTaskHandlers } from './stewardship/task';

export type { Handler, Handlers } from '../handler';

/** What each operation does, by method and path. */
export const handlers: Handlers = behindAllowlist({
	...withAuditLogs({
		...tokenHandlers,
		...subscriptionHandlers,
		...serviceAccountHandlers,
		...permissionHandlers,
		...userHandlers,
		...groupHandlers,
		...roleHandlers,
		...scimUsers,
		...scimGroups,
		...scimRoles,
		...discovery,
		...ipAllowlistHandlers,
		...ssoRoleMappingHandlers,
	}),
	...auditHandlers,
	...seenHandlers,
	...artifactHandlers,
	...connectionHandlers,
	...environmentHandlers,
	...workspaceHandlers,
	...planHandlers,
	...projectHandlers,
	...promotionHandlers,
	...resourceHandlers,
	...scheduleHandlers,
	...runConfigurationHandlers,
	...taskHandlers,
	...taskExecutionHandlers,
	...planExecutionHandlers,
	...promotionExecutionHandlers,
	...runProfileHandlers,
	...cloudEngineHandlers,
	...executionLogHandlers,
	...componentMetricHandlers,
	...executionHistory,
	...dynamicEngineHandlers,
	...remoteEngineHandlers,
	...remoteEngineClusterHandlers,
	...pipelineEngineHandlers,
	...dataPlaneHandlers,
	...hostedEnvironmentHandlers,
	...dataModelHandlers,
	...campaignHandlers,
	...stewardshipTaskHandlers,
	...semanticTypeHandlers,
	...designerHandlers,
	...preparationHandlers,
	...withRunsAdvanced({
		...datasetHandlers,
		...customAttributeHandlers,
		...catalogConnectionHandlers,
		...crawlerHandlers,
		...scanHandlers,
		...sharing,
	}),
});
