/**
 * A creation without what makes its record useful is refused before anything is sent, naming the
 * field and the rule: each required list, object and set of names is given empty, wherever it is,
 * and so is each group of which something is needed.
 */
import { allFields } from '../../../nodes/shared/declare/derived/operationParts';
import { type Fields, labelOf } from '../../../nodes/shared/declare/fields';
import { allOperations } from '../../support/performing';
import { othersThan } from '../../support/places';
import { parametersOf } from '../../support/samples';
import { emptiesOf, EXPRESSION, GROUPS, parametersWith, refusalOf, tried } from './incompleteStage';

test.each(tried.map((each) => [`${each.area} ${each.name} ${each.place.path}`, each] as const))(
	'an empty %s is refused with its label',
	async (_title, each) => {
		const label = labelOf(each.place.name, each.place.field);
		for (const empty of emptiesOf(each.place.field)!) {
			const error = await refusalOf(each, parametersWith(each), each.place.put(empty));
			const said = `${error?.message} ${error?.description}`;
			expect({ empty, said }).toEqual({ empty, said: expect.stringContaining(label) as string });
			expect(said).toContain('Nothing was sent');
			expect(said).toMatch(/is required|needs at least one entry|is empty/);
		}
	},
);

test.each(Object.entries(GROUPS))(
	'%s requires at least one field of a group',
	async (name, { fields, others }) => {
		const named = allOperations.find((each) => `${each.area} ${each.name}` === name)!;
		const all: Fields = allFields(named.operation);
		const required = { ...othersThan('', all), ...others };
		const [first] = fields as [string];
		for (const empty of [undefined, ...fields]) {
			const given = empty === undefined ? {} : { [empty]: EXPRESSION };
			const asked = empty ?? first;
			const error = await refusalOf(
				named,
				parametersOf(named.operation, { ...required, ...given }),
				all[first]!.isMany ? [] : '',
			);
			const said = `${error?.message} ${error?.description}`;
			expect({ given, said }).toEqual({
				given,
				said: expect.stringContaining(labelOf(asked, all[asked]!)) as string,
			});
			expect(said).toContain('Nothing was sent');
		}
	},
);
