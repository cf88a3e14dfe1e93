/** Operations that an agent may use without the permission of a person, with the reasons. */
import { type IDataObject } from 'n8n-workflow';

/** Values for what would otherwise change nothing. */
export const PREPARED: Record<string, IDataObject> = {
	'runConfiguration.setDynamicEngineRunConfig': { scheduleType: 'JSON' },
};

/**
 * These change a name, a description or one setting of one record; the others stay, and what was
 * there can be set again.
 */
export const ONE_SETTING = [
	'Account group.rename',
	'Orchestration environment.update',
	'Orchestration environment.upsert',
	'Orchestration promotion.update',
	'Orchestration resource.update',
	'Orchestration schedule.update',
	'Processing cloudEngine.setRuntime',
	'Engines dynamicEngine.update',
	'Engines dynamicEngineEnvironment.update',
	'Engines dataPlaneEnvironment.update',
	'Engines remoteEngine.setDebug',
	'Catalog crawler.rename',
	'Catalog dataset.certify',
	'Catalog fieldDescription.set',
];

/**
 * Operations that change something, and that an agent may use without the permission of a person,
 * by the reason.
 */
export const NEED_NOBODY: Record<string, string[]> = {
	'changes one setting, which can be set back': ONE_SETTING,
	'changes settings of one run profile, such as its JVM arguments; the others stay': [
		'Engines remoteEngine.updateRunProfile',
		'Engines remoteEngineCluster.updateRunProfile',
		'Engines pipelineEngineRunProfile.updateAdvanced',
		'Engines pipelineEngineRunProfile.updateBigData',
		'Engines pipelineEngineRunProfile.updateDataIntegration',
		'Engines pipelineEngineRunProfile.updateDatabricks',
		'Engines pipelineEngineRunProfile.updateStandard',
	],
	'sets the value of one attribute of one dataset, all of which is given': [
		'Catalog customAttribute.setValue',
	],
	'adds to what is there, or finds it there': [
		'Account group.addMembers',
		'Account role.assignToUsers',
		'Account user.addToGroups',
		'Account user.assignRoles',
		'Account workspacePermission.addForServiceAccount',
		'Account workspacePermission.addForUser',
		'SCIM group.addMembers',
		'Orchestration project.addGroup',
		'Orchestration project.addUser',
		'Orchestration promotion.addServiceAccount',
		'Orchestration promotion.addUser',
	],
	'is refused while the environment runs elsewhere': [
		'Engines dataPlaneEnvironment.connect',
		'Engines dataPlaneEnvironment.connectAndWait',
		'Engines dynamicEngineEnvironment.connect',
		'Engines dynamicEngineEnvironment.connectAndWait',
	],
	'is undone by the same operation, and loses nothing': [
		'Orchestration connection.move',
		'Orchestration plan.pause',
		'Orchestration resource.move',
		'Orchestration task.pause',
	],
	'takes the latest version, and puts the run configuration back': [
		'Orchestration task.updateArtifact',
	],
	'works on what is in the sandbox; what is published stays': [
		'Stewardship semanticType.openSandbox',
		'Stewardship semanticType.saveDraft',
	],
	'ends only what it has started': [
		'Catalog crawler.runAndWait',
		'Processing service.deployAndWait',
		'Processing taskExecution.runAndWait',
	],
	'has a switch that keeps what is there, and that only a person can switch off': [
		'Catalog crawler.changeSelection',
	],
};
