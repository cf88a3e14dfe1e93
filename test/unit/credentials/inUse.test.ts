import { noteToken, tokensInUse } from '../../../credentials/inUse';

const token = (number: number) => `token-of-a-platform-${number}`;

test('the list of tokens is empty until a token is used', () => {
	expect(tokensInUse()).toEqual([]);
});

test('a text that could be an ordinary word is not a token', () => {
	noteToken('1234567');
	expect(tokensInUse()).toEqual([]);
	noteToken('12345678');
	expect(tokensInUse()).toEqual(['12345678']);
});

test('a token that is used again does not change a list in use', () => {
	noteToken(token(0));
	const before = tokensInUse();
	expect(before).toEqual(['12345678', token(0)]);
	noteToken('12345678');
	expect(tokensInUse()).toBe(before);
});

test('the least recently used of more than 200 tokens is forgotten', () => {
	for (let number = 1; number < 199; number++) noteToken(token(number));
	expect(tokensInUse()).toHaveLength(200);
	noteToken(token(199));
	expect(tokensInUse()).toHaveLength(200);
	expect(tokensInUse()).not.toContain(token(0));
	expect(tokensInUse()).toContain('12345678');
	noteToken(token(200));
	expect(tokensInUse()).not.toContain('12345678');
});
