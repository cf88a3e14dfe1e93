import { valueIn } from '../../../../../nodes/TalendCloudProcessing/resources/taskExecution/returnValue';
import { growth } from '../../../../support/growth';

test.each([
	['RC=0', 'RC', '0'],
	['12:00 INFO  RC = 4 ', 'RC', '4'],
	['RC=1\nRC=2', 'RC', '2'],
	['RC=', 'RC', ''],
	['RC=a=b', 'RC', 'a=b'],
	['[job] RC=7\nmore', 'RC', '7'],
	['MYRC=1', 'RC', undefined],
	['my-RC=1', 'RC', undefined],
	['RCX=1', 'RC', undefined],
	['a.b=1', 'a.b', '1'],
	['axb=1', 'a.b', undefined],
	['nothing', 'RC', undefined],
	['\u001b[32mRC=0\u001b[0m', 'RC', '0'],
	['\u001b[1;31mRC\u001b[0m=\u001b[31m8\u001b[0m', 'RC', '8'],
	['[32mRC=0[0m', 'RC', '0'],
	['RC==0', 'RC', '0'],
	['RC=0 ROWS=17', 'RC', '0'],
	['RC=0 ROWS=17', 'ROWS', '17'],
	['RC=0, ROWS=17; FILE=a.csv', 'RC', '0'],
	['RC=0;ROWS=17|FILE=a.csv', 'ROWS', '17'],
	['RC=1 RC=2', 'RC', '2'],
	['RC="0"', 'RC', '0'],
	["RC='two words' ROWS=1", 'RC', 'two words'],
	['MESSAGE=17 rows were loaded', 'MESSAGE', '17 rows were loaded'],
	['LINK=https://example.com/?a=1&b=2', 'LINK', 'https://example.com/?a=1&b=2'],
	['RC=0\r\nmore', 'RC', '0'],
	['{"level":"INFO","message":"ended RC=5","host":{"name":"a"}}', 'RC', '5'],
	['{"message":"FILE=\\"C:\\\\a b\\" RC=5","line":1}', 'FILE', 'C:\\a b'],
	['{"message":"RC=5"}\nRC=6\n{"message":"ROWS=1"}', 'RC', '6'],
	['{RC=5, ROWS=1}', 'RC', '5'],
	['{"RC":5}', 'RC', undefined],
	['RC\u00a0=\u00a05\u00a0ROWS=1', 'RC', '5'],
	['RC=5\u200b', 'RC', '5'],
	['\ufeffRC="5"', 'RC', '5'],
	// A table of tLogRow.
	['.----.\n|RC=5|\n+----+', 'RC', '5'],
	['  |3 |RC=5   |RC2=x |', 'RC', '5'],
	['|3|FILE=a b.csv |7|', 'FILE', 'a b.csv'],
	['RC=5|3', 'RC', '5|3'],
	// A map as Java writes it, and other brackets and quotes around an assignment.
	['{RC=5, ROWS=1}', 'ROWS', '1'],
	['ended (RC=5) at 12:00', 'RC', '5'],
	['ended [RC=[1, 2]]', 'RC', '[1, 2]'],
	['RC=f(x) {', 'RC', 'f(x) {'],
	['{RC=🚀🚀 (5)}', 'RC', '🚀🚀 (5)'],
	['[main] (x) RC=5]', 'RC', '5]'],
	['ended with "RC=5" and \'ROWS=1\'', 'ROWS', '1'],
	['<return "RC=5"/>', 'RC', '5'],
	["the job's RC=5'", 'RC', "5'"],
])('the log %j gives %s the value %j', (text, name, value) => {
	expect(valueIn(text, name)).toBe(value);
});

test('a long line between brackets is read whole', () => {
	const value = '(x)'.repeat(200_000);
	expect(valueIn(`{RC=${value}}`, 'RC')).toBe(value);
});

test('the time to read a long line between brackets grows only with its length', () => {
	const work = (text: string) => void valueIn(`{RC=${text}}`, 'RC');
	expect(growth(work, '(x) ')).toBeLessThan(8);
});
