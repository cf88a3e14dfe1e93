/** How messages show names whose characters people do not see, or take for others. */
import { withInvisibleShown } from '../../../../nodes/shared/support/text/visibleNames';

test.each([
	['Load\u00a0all', 'Load[U+00A0]all'],
	[' Load', '[blank]Load'],
	['L\u043ead', 'L[U+043E]ad'],
	['\u0391pril', '[U+0391]pril'],
])('a message shows what people do not see in %j', (name, shown) => {
	expect(withInvisibleShown(name)).toBe(shown);
});

test.each(['Load all', 'Отчёт SAP', 'SAP_отчёт', 'Φόρτωση', '5 µm', '顧客 CRM', 'Ümläut'])(
	'a message shows %s as it is',
	(name) => {
		expect(withInvisibleShown(name)).toBe(name);
	},
);
