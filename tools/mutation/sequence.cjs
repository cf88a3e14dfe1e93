/**
 * For jest: runs the test files of a part in the order of its list. The first failure is enough, so
 * quick and exact ones come first.
 */
const named = JSON.parse(process.env.MUTATION_TESTS ?? '[]');
const placeOf = ({ path }) => named.findIndex((name) => path.endsWith(name));

module.exports = class {
	sort(tests) {
		return [...tests].sort((a, b) => placeOf(a) - placeOf(b));
	}

	shard(tests) {
		return tests;
	}

	allFailedTests(tests) {
		return tests;
	}

	cacheResults() {}
};
