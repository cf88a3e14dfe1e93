/**
 * All areas of the interface and their resources: what the emulator, the reference and the tests
 * are derived from.
 */
import type { Resource } from './shared/declare/operation';
import { resources as account } from './TalendCloudAccount/resources';
import { resources as catalog } from './TalendCloudCatalog/resources';
import { resources as designer } from './TalendCloudDesigner/resources';
import { resources as engines } from './TalendCloudEngines/resources';
import { resources as observability } from './TalendCloudObservability/resources';
import { resources as orchestration } from './TalendCloudOrchestration/resources';
import { resources as preparation } from './TalendCloudPreparation/resources';
import { resources as processing } from './TalendCloudProcessing/resources';
import { resources as scim } from './TalendCloudScim/resources';
import { resources as security } from './TalendCloudSecurity/resources';
import { resources as stewardship } from './TalendCloudStewardship/resources';

/** Keyed as in the interface's list of operations. */
export const areas: Readonly<Record<string, readonly Resource[]>> = {
	Account: account,
	SCIM: scim,
	Orchestration: orchestration,
	Processing: processing,
	Observability: observability,
	Engines: engines,
	Catalog: catalog,
	Security: security,
	Stewardship: stewardship,
	Preparation: preparation,
	Designer: designer,
};
