/** The artifacts to choose from, several at once. */
import { recordsToWatch } from '../shared/trigger/choices';
import { artifactPicker } from '../TalendCloudOrchestration/resources/artifact';

export const artifactsToWatch = recordsToWatch(artifactPicker, 'loadArtifactsToWatch');
