/**
 * Every exchange between the tests and the emulated platform is judged by both descriptions of the
 * platform (platform/descriptions/exchange.ts), also those of the examples in the real n8n. Each
 * difference needs a reason in docs/platform/exchange-differences.json; one without a reason fails
 * the test file when its platform is closed.
 */
import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';

import type { Logged } from '../../emulator';
import { descriptionOf, type Dialect } from '../../emulator/dialects';
import { readProject } from '../../platform/data';
import { judgeExchange, type Verdict } from '../../platform/descriptions/exchange';

/** Findings that are accepted, and why. */
interface Reason {
	/**
	 * The dialect in which it is found, or the description that the dialect follows; all if absent.
	 */
	on?: Dialect;
	/** The description that reports it. */
	by: Verdict['description'];
	findings: string[];
	reason: string;
}

export const REASONS = readProject<Reason[]>('docs/platform/exchange-differences.json');

/** Whether a finding matches the pattern of a reason; an asterisk matches any words. */
const fits = (pattern: string, finding: string): boolean => {
	const parts = pattern.split('*');
	if (parts.length === 1) return pattern === finding;
	return (
		finding.startsWith(parts[0]!) &&
		finding.endsWith(parts.at(-1)!) &&
		parts.every((part) => finding.includes(part))
	);
};

/** The index of the reason for a finding; -1 if there is none. */
export const reasonFor = (
	dialect: Dialect,
	description: Verdict['description'],
	finding: string,
): number =>
	REASONS.findIndex(
		({ on, by, findings }) =>
			(on === undefined || on === dialect || on === descriptionOf(dialect)) &&
			by === description &&
			findings.some((pattern) => fits(pattern, finding)),
	);

/** The exchanges of one test file. */
export class Exchanges {
	private readonly unexplained = new Set<string>();
	private readonly operations = new Set<string>();
	/** The findings that a reason explains, by its index. */
	private readonly explained = new Map<number, Set<string>>();
	private readonly known = new Set<string>();
	private pairs = 0;

	/** @param planted findings that a test causes on purpose, in the exact words */
	constructor(
		private readonly dialect: Dialect,
		private readonly planted: readonly string[] = [],
	) {}

	/** Judges an exchange; injected responses are not the platform's and do not count. */
	readonly watch = ({
		operation,
		faulty,
		method,
		query,
		body,
		headers,
		status,
		answer,
	}: Logged): void => {
		if (operation === undefined || faulty === true) return;
		this.pairs++;
		this.operations.add(operation);
		const json = headers['content-type']?.startsWith('application/json') === true && body !== '';
		const key = createHash('sha1')
			.update(JSON.stringify([operation, query, status, json ? body : '', answer]))
			.digest('base64');
		// Identical exchanges have the same verdict.
		if (this.known.has(key)) return;
		if (this.known.size < 20_000) this.known.add(key);
		const endpoint = operation.slice(operation.indexOf(' ') + 1);
		const sent = json ? parsed(body) : undefined;
		// Converted to JSON and back, as it would be sent.
		const answered =
			answer === undefined ? undefined : (JSON.parse(JSON.stringify(answer)) as unknown);
		for (const { description, findings } of judgeExchange({
			method,
			endpoint,
			query,
			sent,
			status,
			answered,
		}))
			for (const finding of findings) {
				if (this.planted.includes(finding)) continue;
				const reason = reasonFor(this.dialect, description, finding);
				if (reason >= 0)
					this.explained.set(reason, (this.explained.get(reason) ?? new Set()).add(finding));
				else this.unexplained.add(`${this.dialect} platform, by the ${description}: ${finding}`);
			}
	};

	/** @throws if there was a finding without a reason */
	settle(): void {
		if (process.env.EXCHANGES_FILE !== undefined && this.pairs > 0)
			appendFileSync(
				process.env.EXCHANGES_FILE,
				`${JSON.stringify({ pairs: this.pairs, operations: [...this.operations], reasons: [...this.explained.keys()], explained: Object.fromEntries([...this.explained].map(([reason, findings]) => [reason, [...findings]])), unexplained: [...this.unexplained] })}\n`,
			);
		this.pairs = 0;
		if (this.unexplained.size === 0) return;
		const all = [...this.unexplained].sort();
		this.unexplained.clear();
		throw new Error(
			`${all.length} findings without a reason in docs/platform/exchange-differences.json:\n${all.join('\n')}`,
		);
	}
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}
