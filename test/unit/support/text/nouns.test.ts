/** Labels as nouns of a sentence. */
import {
	bareNoun,
	nounOf,
	oneOf,
	singular,
	withArticle,
} from '../../../../nodes/shared/support/text/nouns';

test.each([
	['Tasks', 'Task'],
	['Addresses', 'Address'],
	['Entries', 'Entry'],
	['Statuses', 'Status'],
	['Boxes', 'Box'],
	['Searches', 'Search'],
	['Emails', 'Email'],
	['Branches', 'Branch'],
	['Types', 'Type'],
	['Names', 'Name'],
	['Uses', 'Use'],
	['Status', 'Status'],
	['Address', 'Address'],
	['Series of Things', 'Series of Thing'],
	['Tag', 'Tag'],
	['Access', 'Access'],
	['Task', 'Task'],
	['Tasks to Run', 'Tasks to Run'],
	['Series List', 'Series List'],
	['Addresses to Add', 'Addresses to Add'],
])('the singular of the label %s is %s', (several, one) => {
	expect(singular(several)).toBe(one);
});

test.each([
	['Ignore Fields', 'Fields'],
	['Leave Out Fields', 'Fields'],
	['Several Times', 'Times'],
	['Excluded Attributes', 'Excluded Attributes'],
	['Fields to Ignore', 'Fields to Ignore'],
])('the label %s is about %s', (label, noun) => {
	expect(bareNoun(label)).toBe(noun);
});

test.each<[string, string | undefined]>([
	['Client ID', 'client ID'],
	['Task Names or IDs', 'task names or IDs'],
	['ESB Compatibility Version', 'ESB compatibility version'],
	['Talend Version', 'Talend version'],
	['OSGi Type', 'OSGi type'],
	['Spark Job', 'Spark job'],
	['Databricks Job', 'Databricks job'],
	['Microservice Port', 'Microservice port'],
	['Several Tasks', 'tasks'],
	['Ignore Fields', 'fields'],
	['Times of Several Days', 'times of several days'],
	['Interval (Minutes)', 'interval in minutes'],
	['Memory (GB)', 'memory in GB'],
	['Memory (MiB)', 'memory in MiB'],
	['Schedule (JSON)', 'schedule as JSON'],
	['From Date', undefined],
	['To', undefined],
	['with Tasks', undefined],
	['Until', undefined],
	['Every Day', undefined],
	['Exclude Tasks', undefined],
	['Include Tasks', undefined],
	['Longer Than', undefined],
	['Shorter Than', undefined],
	['On Rejection', undefined],
	['Put Files in Field', undefined],
	['Sort By', undefined],
	['Remote Storage', undefined],
	['Storage Account', 'storage account'],
	['Total', 'total'],
	['Import From', 'import from'],
])('the noun of %s is %s', (label, noun) => {
	expect(nounOf(label)).toBe(noun);
});

test.each([
	['task names or IDs', 'task'],
	['remote engine names or IDs', 'remote engine'],
	['tasks', 'task'],
	['names or IDs of tasks', 'names or IDs of task'],
	['task names or IDs to run', 'task names or IDs to run'],
])('one of the records %s is called %s', (several, one) => {
	expect(oneOf(several)).toBe(one);
});

test.each([
	['artifact', 'an artifact'],
	['environment', 'an environment'],
	['image', 'an image'],
	['owner', 'an owner'],
	['update', 'an update'],
	['user', 'a user'],
	['use', 'a use'],
	['usage', 'a usage'],
	['unit', 'a unit'],
	['usher', 'an usher'],
	['one-time job', 'a one-time job'],
	['euro', 'a euro'],
	['task', 'a task'],
	['URL', 'a URL'],
	['SSO role', 'an SSO role'],
	['SCIM group', 'a SCIM group'],
	['LDAP user', 'an LDAP user'],
	['SAML role', 'a SAML role'],
	['YARN queue', 'a YARN queue'],
	['JSON file', 'a JSON file'],
	['IP address', 'an IP address'],
	['DB name', 'a DB name'],
	['SSO JSON file', 'an SSO JSON file'],
	['email ID', 'an email ID'],
	['Name', 'a Name'],
	['engine zone', 'an engine zone'],
	['issues', 'issues'],
	['Artifact', 'an Artifact'],
	['credentials', 'credentials'],
	['tasks of a plan', 'tasks of a plan'],
	['task of plans', 'a task of plans'],
	['days in week', 'days in week'],
	['jobs as text', 'jobs as text'],
	['names or IDs', 'names or IDs'],
	['access', 'access'],
	['direct access', 'direct access'],
	['access token', 'an access token'],
	['address', 'an address'],
	['status', 'a status'],
	['analysis', 'an analysis'],
	['alias', 'an alias'],
])('the noun %s becomes %s', (noun, words) => {
	expect(withArticle(noun)).toBe(words);
});
