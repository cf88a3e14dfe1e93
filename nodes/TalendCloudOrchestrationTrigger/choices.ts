/** The artifacts that users of the trigger can choose; several of them can be chosen. */
import { artifactPicker } from '../records/tasks/artifacts';
import { recordsOfPicker } from '../shared/declare/lists/loadedChoices';

export const artifactsToWatch = recordsOfPicker(artifactPicker, 'loadArtifactsToWatch');
