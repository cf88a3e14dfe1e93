/** The artifacts to choose from, several at once. */
import { recordsOfPicker } from '../shared/declare/lists/source';
import { artifactPicker } from '../records/artifacts';

export const artifactsToWatch = recordsOfPicker(artifactPicker, 'loadArtifactsToWatch');
