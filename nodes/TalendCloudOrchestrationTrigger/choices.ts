/** The artifacts to choose from, several at once. */
import { artifactPicker } from '../records/artifacts';
import { recordsOfPicker } from '../shared/declare/lists/source';

export const artifactsToWatch = recordsOfPicker(artifactPicker, 'loadArtifactsToWatch');
