/** Names and times in words. */
import { asSentence, titleCase, waitInWords } from '../../../../nodes/shared/support/text/words';

test.each([
	['maxCloudContainers', 'Max Cloud Containers'],
	['RUN_PROFILE_TYPE', 'Run Profile Type'],
	['awsVpcId', 'AWS VPC ID'],
	['HTTPServer', 'Http Server'],
	['v2Name', 'V2 Name'],
	['end-of.the_day', 'End of the Day'],
	['of_the', 'Of The'],
	['_id ', 'ID'],
	['taskIds', 'Task IDs'],
	['ids of urls by api json', 'IDs of Urls by API JSON'],
	['jvm scim eks aks tql ip de dp', 'JVM SCIM EKS AKS TQL IP DE DP'],
	[
		'url on at in to and or a an for from with as is x',
		'URL on at in to and or a an for from with as is X',
	],
])('%s is called %s, each time', (name, title) => {
	expect([titleCase(name), titleCase(name)]).toEqual([title, title]);
});

test.each([
	[0, '1 second'],
	[1_001, '2 seconds'],
	[119_000, '119 seconds'],
	[119_001, '2 minutes'],
	[7_199_000, '120 minutes'],
	[7_200_000, '2 hours'],
	[7_200_001, '3 hours'],
])('%i ms are %s', (ms, words) => {
	expect(waitInWords(ms)).toBe(words);
});

test.each(['It is done', 'It is done.'])('a sentence ends with one period: %s', (text) => {
	expect(asSentence(text)).toBe('It is done.');
});
