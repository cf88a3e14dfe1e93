/** The artifacts to choose from, several at once. */
import { artifactPicker } from '../records/tasks/artifacts';
import { recordsOfPicker } from '../shared/declare/lists/loadedChoices';

export const artifactsToWatch = recordsOfPicker(artifactPicker, 'loadArtifactsToWatch');
