/**
 * Every list, form and JSON of every operation, with a blank in place of each value inside it and
 * as a further entry of each list in it: nothing blank is sent at any depth. Each is refused with
 * its field before anything is sent, or left out. What is sent is compared with what is sent
 * without the blank, so the test knows nothing about the rules; only what `CONTENT` lists may have
 * blanks, and each of its lines is needed.
 */
import { cases, CONTENT, findingsOnce, needed } from './blanksAtDepthStage';

test.each(cases)('$title sends no blank at any depth unless it has a reason', async (one) => {
	const findings = await findingsOnce(one);
	expect(findings.slice(0, 30)).toEqual([]);
	expect(findings).toHaveLength(0);
});

test('each exception is still needed', async () => {
	for (const one of cases) await findingsOnce(one);
	expect([...needed].sort()).toEqual([...new Set(CONTENT.map(([, , reason]) => reason))].sort());
});
