/**
 * Plays a file that "npm run checkup -- --record" has written: responses to the recorded requests
 * have the same statuses, fields, types, lengths and headers, with made-up values. All other
 * responses are those of the emulator.
 */
import type { RequestOperation } from '../../nodes/shared/declare/operation';
import { isSuccess } from '../../nodes/shared/support/http/statuses';
import { withoutVariableNames } from '../../platform/descriptions/interfaceDocuments';
import { ANY_VALUE, type Recorded, type Recording } from '../../platform/recording/recording';
import { Aliases, Synthesis, syntheticText } from '../../platform/recording/synthetic';
import type { Result } from '../handler';

/** Headers that a server sets itself, or that would mean something else with another value. */
const NOT_PLAYED = new Set(
	'connection content-encoding content-length date keep-alive location set-cookie transfer-encoding www-authenticate x-request-id'.split(
		' ',
	),
);

/** Matches what separates the parts of a condition such as environment.name==Production. */
const OPERATORS = /(==|!=|=\w+=|[;,()"])/;
/** The value of a header whose value was not recorded. */
const HEADER_VALUE = 'synthetic';
const RETRY_AFTER = '2';

export class Playback {
	private readonly aliases = new Aliases();
	private readonly synthesis = new Synthesis(this.aliases);
	/** How often each answer was given. */
	private readonly given = new Map<Recorded, number>();

	private readonly answers: ReadonlyMap<string, readonly Recorded[]>;

	constructor({ operations }: Recording) {
		this.answers = new Map(
			Object.entries(operations).map(([key, { answers }]) => [withoutVariableNames(key), answers]),
		);
	}

	/**
	 * The query of a request, with the emulator's IDs and names, also where they are part of a
	 * condition.
	 */
	originalQuery(query: URLSearchParams): URLSearchParams {
		const original = (value: string) => value.split(OPERATORS).map(this.aliases.original).join('');
		return new URLSearchParams(
			[...query].map(([name, value]): [string, string] => [name, original(value)]),
		);
	}

	/** The JSON of a request, with the emulator's IDs and names. Any other body stays as it is. */
	originalBody(text: string): string {
		try {
			return JSON.stringify(this.aliases.originalIn(JSON.parse(text)));
		} catch {
			return text;
		}
	}

	/** The variables of a path, with the emulator's IDs and names. */
	originalPath(variables: Readonly<Record<string, string>>): Record<string, string> {
		return Object.fromEntries(
			Object.entries(variables).map(([name, value]) => [name, this.aliases.original(value)]),
		);
	}

	/**
	 * The next response to a request. Each is used as often as it was recorded. Undefined if the
	 * request is not in the recording.
	 */
	next(key: string, query: URLSearchParams): Recorded | undefined {
		const answers = this.answers.get(withoutVariableNames(key)) ?? [];
		const fits = ({ with: chosen }: Recorded) =>
			Object.entries(chosen ?? {}).every(([name, value]) =>
				value === ANY_VALUE ? query.has(name) : query.get(name) === value,
			);
		const most = Math.max(
			0,
			...answers.filter(fits).map((answer) => Object.keys(answer.with ?? {}).length),
		);
		const choices = answers.filter(
			(answer) => fits(answer) && Object.keys(answer.with ?? {}).length === most,
		);
		const all = choices.reduce((sum, { seen }) => sum + seen, 0);
		const calls = 1 + choices.reduce((sum, choice) => sum + (this.given.get(choice) ?? 0), 0);
		const lack = (choice: Recorded) => (choice.seen / all) * calls - (this.given.get(choice) ?? 0);
		const [chosen] = [...choices].sort((a, b) => lack(b) - lack(a));
		if (chosen) this.given.set(chosen, (this.given.get(chosen) ?? 0) + 1);
		return chosen;
	}

	/**
	 * A response in the form of the recording.
	 * @param usual the response of the emulator
	 */
	answer(recorded: Recorded, operation: RequestOperation, usual: Result = { status: 200 }): Result {
		const headers = Object.fromEntries(
			Object.entries(recorded.headers ?? {}).flatMap(([name, value]) => {
				if (NOT_PLAYED.has(name)) return [];
				return [
					[
						name,
						value ?? usual.headers?.[name] ?? (name === 'retry-after' ? RETRY_AFTER : HEADER_VALUE),
					] as const,
				];
			}),
		);
		// The recording does not say which type it was.
		if (recorded.headers?.['content-type'] === null)
			headers['content-type'] = 'application/x-synthetic';
		const body = syntheticText(recorded, (shape) =>
			this.synthesis.answer(operation, shape, isSuccess(recorded.status) ? usual.body : undefined),
		);
		return { status: recorded.status!, raw: Buffer.from(body), headers };
	}
}
