/** Preparations that can be automated. */
import { records } from '../../records';

export interface Preparation {
	id: string;
	name: string;
	/** A person has run it successfully, to another destination than a download. */
	hasRun: boolean;
}

export const preparations = records<Preparation>({ name: 'Preparation', id: 'uuid' });
