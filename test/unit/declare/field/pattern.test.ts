/** The pattern of UUIDs. */
import { textSchema, UUID } from '../../../../nodes/shared/declare/field/pattern';

const schema = textSchema({ pattern: UUID });
const uuid = '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11';

test.each([[uuid], [uuid.toUpperCase()]])('%s is a UUID', (text) => {
	expect(schema.safeParse(text).success).toBe(true);
});

test.each([
	['with a space before it', ` ${uuid}`],
	['with a digit behind it', `${uuid}0`],
	['with a letter before it', `x${uuid}`],
	['without hyphens', uuid.replaceAll('-', '')],
	['without its first digit', uuid.slice(1)],
	['without its last digit', uuid.slice(0, -1)],
	['with a short second group', uuid.replace('-0c1c', '-0c1')],
	['with a short third group', uuid.replace('-4b5a', '-4b5')],
	['with a short fourth group', uuid.replace('-9a3f', '-9a3')],
	['with a letter that is not a digit', uuid.replace('b', 'g')],
])('a UUID %s is not valid', (_difference, text) => {
	expect(schema.safeParse(text).success).toBe(false);
});
