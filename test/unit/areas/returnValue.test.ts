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
])('%j gives %s the value %j', (text, name, value) => {
	expect(valueIn(text, name)).toBe(value);
});
