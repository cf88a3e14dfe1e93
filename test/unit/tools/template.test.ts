/** A page from a template: nothing is left open, and nothing is given in vain. */
import { page } from '../../../tools/reference/template';

const values = { written: 'Written.', described: 3, declared: 2, tested: 1, areas: 'None.' };

test('each place in a template is replaced by its value', () => {
	const text = page('applications', values);
	expect(text).toContain('Of the 3 requests that are described, 2 are declared, and 1 are tested.');
	expect(text).not.toContain('{{');
});

test('a place without a value is refused', () => {
	expect(() => page('applications', { written: 'Written.' })).toThrow(
		'applications.md: {{described}} has no value',
	);
});

test('a value without a place is refused', () => {
	expect(() => page('applications', { ...values, more: 1 })).toThrow(
		'applications.md does not use more',
	);
});
