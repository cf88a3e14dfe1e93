/** In place of n8n's own `sleep`: its pauses are by the clock of the package, which tests move on. */
import { clock } from '../../nodes/shared/support/clock';

export const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => await clock.sleep(ms, signal);
