/** A check-up in words, and as a file that contains no values from the account. */
import type { Checked, Report } from './checkup';

const hasDeviations = ({ deviations }: Checked): boolean => deviations !== undefined && deviations.documents.length + deviations.vendor.length > 0;
const wasAnswered = ({ status }: Checked): boolean => status !== undefined && status < 300;

/** The summary that is shown at the end. */
export function reportText({ operations, applications, questions }: Report): string {
	const good = operations.filter((each) => wasAnswered(each) && !hasDeviations(each));
	const odd = operations.filter(hasDeviations);
	const refused = operations.filter(({ status }) => status !== undefined && status >= 300);
	const skipped = operations.filter(({ skipped: why }) => why !== undefined);
	const lines = [`${operations.length} read-only operations: ${good.length} responded as described, ${odd.length} deviate, ${refused.length} were refused, ${skipped.length} could not be tried.`];
	const section = (title: string, rows: string[]) => {
		if (rows.length > 0) lines.push('', title, ...rows.map((row) => `  ${row}`));
	};
	section(
		'Deviations',
		odd.flatMap(({ name, operation, deviations }) => [
			`${name} (${operation})`,
			...deviations!.documents.map((finding) => `  from the documents: ${finding}`),
			...deviations!.vendor.map((finding) => `  from the OpenAPI files: ${finding}`),
		]),
	);
	section('Refused', refused.map(({ name, operation, status }) => `${name} (${operation}): status ${status}`));
	section('Not tried', skipped.map(({ name, skipped: why }) => `${name}: ${why}`));
	section('Other applications', applications.map(({ name, answer }) => `${name}: ${answer}`));
	section('Where the two descriptions differ', questions.map(({ asks, answer }) => `${asks} ${answer}`));
	return lines.join('\n');
}

/** The file to attach to an issue: the complete report, which consists of structure, types, statuses, counts and header names. */
export const reportFile = (report: Report): string => `${JSON.stringify(report, null, '\t')}\n`;
