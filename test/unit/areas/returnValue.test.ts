import { valueIn } from '../../../nodes/TalendCloudProcessing/returnValue';

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
])('%j gives %s the value %j', (text, name, value) => {
	expect(valueIn(text, name)).toBe(value);
});
