/** Which versions of a node have a field. */
import { isInVersion, shownForVersions } from '../../../nodes/shared/declare/versions';
import { versionRules } from '../../../tools/reference/rules';

test.each<[object, number[], unknown, string[]]>([
	[{}, [1, 2, 3], {}, []],
	[{ since: 2 }, [2, 3], { '@version': [{ _cnd: { gte: 2 } }] }, ['since version 2 of the node']],
	[{ until: 2 }, [1, 2], { '@version': [{ _cnd: { lte: 2 } }] }, ['until version 2 of the node']],
	[
		{ since: 2, until: 2 },
		[2],
		{ '@version': [{ _cnd: { between: { from: 2, to: 2 } } }] },
		['versions 2 to 2 of the node'],
	],
])(
	'a field of the versions %j is shown and accepted only in these',
	(of, versions, shown, words) => {
		expect([1, 2, 3].filter((version) => isInVersion(of, version))).toEqual(versions);
		expect(shownForVersions(of)).toEqual(shown);
		expect(versionRules(of)).toEqual(words);
	},
);
