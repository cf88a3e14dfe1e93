/**
 * The declarations against the vendor's OpenAPI files, query parameters and fields of bodies, both
 * ways: what differs has its reason in docs/vendor-differences.json, and each reason its
 * difference.
 */
import { declared, differences, keyOf, OPENAPI, reasons } from './vendorDifferencesStage';

test('every operation of the OpenAPI files is declared', () => {
	expect(
		OPENAPI.filter(({ method, path }) => !declared.has(keyOf(method, path))).map(
			({ method, path }) => `${method} ${path}`,
		),
	).toEqual([]);
});

test('each difference has a reason', () => {
	const found = differences();
	expect(found.length).toBeGreaterThan(20);
	expect(found.filter((each) => !reasons[each])).toEqual([]);
});

test('each reason has a difference', () => {
	const found = differences();
	expect(Object.keys(reasons).filter((each) => !found.includes(each))).toEqual([]);
});

test('each reason is a sentence', () => {
	for (const reason of Object.values(reasons)) expect(reason).toMatch(/^[A-Z].{20,}[.)]$/s);
});
