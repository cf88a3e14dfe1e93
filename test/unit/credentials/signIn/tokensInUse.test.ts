/** Which tokens of this process are remembered, so that they can be masked. */
import type {
	noteToken as NoteToken,
	tokensInUse as TokensInUse,
} from '../../../../credentials/signIn/tokensInUse';

const REMEMBERED = 200;
const token = (number: number) => `token-of-a-platform-${number}`;

let noteToken: typeof NoteToken;
let tokensInUse: typeof TokensInUse;

/** The module remembers what the process has used: each test has one of its own. */
beforeEach(() => {
	jest.isolateModules(() => {
		({ noteToken, tokensInUse } = jest.requireActual('../../../../credentials/signIn/tokensInUse'));
	});
});

test('the list of tokens is empty until a token is used', () => {
	expect(tokensInUse()).toEqual([]);
});

test('a text that could be an ordinary word is not remembered', () => {
	noteToken('1234567');
	expect(tokensInUse()).toEqual([]);
});

test('a text of eight characters is remembered', () => {
	noteToken('12345678');
	expect(tokensInUse()).toEqual(['12345678']);
});

test('a token that is used again does not change a list in use', () => {
	noteToken(token(0));
	noteToken(token(1));
	const before = tokensInUse();
	expect(before).toEqual([token(0), token(1)]);
	noteToken(token(0));
	expect(tokensInUse()).toBe(before);
});

describe('more tokens than are remembered', () => {
	beforeEach(() => {
		for (let number = 0; number < REMEMBERED; number++) noteToken(token(number));
	});

	test('the least recently used token is forgotten', () => {
		noteToken(token(REMEMBERED));
		expect(tokensInUse()).toHaveLength(REMEMBERED);
		expect(tokensInUse()).not.toContain(token(0));
		expect(tokensInUse()).toContain(token(1));
	});

	test('a token that was used again is remembered longer', () => {
		noteToken(token(0));
		noteToken(token(REMEMBERED));
		expect(tokensInUse()).toContain(token(0));
		expect(tokensInUse()).not.toContain(token(1));
	});
});
