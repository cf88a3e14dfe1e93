/**
 * Texts without secrets. What they are removed from, and how they may be spelled:
 * test/unit/engine/output/secrets.test.ts.
 */
import { withoutSecrets } from '../../../nodes/shared/support/mask';

const SECRET = 'a-secret of 1';

test('a secret that is added to a list after its first use is removed as well', () => {
	const secrets = [SECRET];
	expect(withoutSecrets(`it is ${SECRET}`, secrets)).toBe('it is ***');
	secrets.push('another/secret');
	expect(withoutSecrets(`${SECRET}, another%2Fsecret, another/secret`, secrets)).toBe(
		'***, ***, ***',
	);
});

test.each(Array.from({ length: SECRET.length - 4 }, (_, index) => SECRET.slice(0, index + 4)))(
	'the beginning "%s" of a secret is removed before an ellipsis and at the end of a text, and nowhere else',
	(beginning) => {
		expect(withoutSecrets(`it is ${beginning}… and ${beginning}`, [SECRET])).toBe(
			'it is ***… and ***',
		);
		expect(withoutSecrets(`it is ${beginning}.`, [SECRET])).toBe(`it is ${beginning}.`);
	},
);

test('the first three signs of a secret may stand anywhere', () => {
	expect(withoutSecrets('a-s… and a-s', [SECRET])).toBe('a-s… and a-s');
});
