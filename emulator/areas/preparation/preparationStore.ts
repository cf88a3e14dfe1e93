/** Preparations that can be automated. */
import { store } from '../../state/store';

export interface Preparation {
	id: string;
	name: string;
	/** Whether a person has run it successfully, with another destination than a download. */
	hasRun: boolean;
}

export const preparations = store<Preparation>({ name: 'Preparation', idForm: 'uuid' });
