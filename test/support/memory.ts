import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * MB (a million bytes) that this process holds in its heap and in buffers, garbage not counted.
 *
 * Without the collection a figure says how lately the machine found time to collect, not what the code keeps.
 */
export function megabytesInUse(): number {
	collectGarbage();
	const { heapUsed, arrayBuffers } = process.memoryUsage();
	return (heapUsed + arrayBuffers) / 1e6;
}
