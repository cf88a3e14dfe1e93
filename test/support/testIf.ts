/** `test` if the machine can show what the test claims; otherwise the test is skipped. */
export function testIf(isPossible: boolean): typeof test.skip {
	if (isPossible) return test;
	return test.skip;
}
