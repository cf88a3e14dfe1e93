/** Says in one sentence how an execution ended, or that it is still running. */
import {
	count,
	durationWords,
	inARow,
	isVisible,
	reasonWords,
	sentence,
	type Subject,
	subjectWords,
	timeWords,
} from '../../shared/support/text/summary';

/** How an execution ended, and what is known of it. */
export interface EndFacts {
	/** "failed", "did not start". */
	how: string;
	/** The component that has failed. */
	component?: unknown;
	/** When it ended. */
	at?: unknown;
	reason?: unknown;
	failuresInARow?: number;
	rows?: unknown;
	rejectedRows?: unknown;
	durationSeconds?: unknown;
}

/** The sentence about an execution, which has ended or is still running. */
export function summaryOfExecution(subject: Subject, ended: EndFacts, zone: string): string {
	const { how, component, at, reason, failuresInARow, rows, rejectedRows, durationSeconds } = ended;
	const why = reasonWords(reason);
	const took = typeof durationSeconds === 'number' ? durationWords(durationSeconds) : undefined;
	const rowCount = typeof rows === 'number' ? count(rows, 'row') : undefined;
	const hasRejected = typeof rejectedRows === 'number' && rejectedRows > 0;
	const figures = [
		rowCount !== undefined && took !== undefined ? `${rowCount} in ${took}` : rowCount,
		hasRejected ? `${rejectedRows.toLocaleString('en')} rejected` : undefined,
	];
	return sentence(
		subjectWords(subject),
		[
			how,
			isVisible(component) ? `in ${component}` : undefined,
			timeWords(at, zone),
			rowCount === undefined && took !== undefined ? `after ${took}` : undefined,
		],
		[...(why === undefined ? figures : [why]), inARow(failuresInARow ?? 1)],
	);
}
