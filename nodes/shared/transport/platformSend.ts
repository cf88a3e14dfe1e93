import { makeAttempt } from './attempt';
import { limitAndRetry } from './limitAndRetry';
import { pipeline, type Send } from './pipeline';
import type { Sender } from './senders';

/** Sends a request with what every request needs, whoever sends it: limit, retries and attempts. */
export const platformSend = (sender: Sender): Send =>
	pipeline(limitAndRetry(sender), makeAttempt(sender));
