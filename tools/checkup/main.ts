/**
 * `npm run checkup`: the check-up from the command line. Credentials come from the environment or
 * are asked for, never from arguments.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

import { APPLICATIONS } from '../../credentials/values/applications';
import { REGIONS } from '../../credentials/values/regions';
import { parseRecording, type Recording, recordingText } from '../../platform/recording/recording';
import { type Access, runCheckup } from './checkup';
import { reportText } from './report';

/** "Data Preparation" → "data-preparation-address". */
const addressOption = ({ name }: { name: string }): string =>
	`${name.toLowerCase().replace(/ /g, '-')}-address`;

/** Where the shapes are written if --record names no file. */
const FILE = 'talend-cloud-shapes.json';

const HELP = `npm run checkup -- --region eu [--record [FILE]]
npm run checkup -- --compare FILE

Sends read-only requests to a real Talend Cloud account, and says how its responses differ from what is known
about the platform. Nothing is created, changed or started. It takes about three minutes.

  --region REGION   ${REGIONS.map(({ value }) => value).join(', ')}
  --address URL     the address of another region's API, such as https://api.in.cloud.talend.com
  ${APPLICATIONS.map((application) => `--${addressOption(application)} URL`).join('\n  ')}
                    the addresses of these applications, if --address does not begin with https://api.
  --record [FILE]   also writes the shapes of the responses (fields, types, lengths, statuses; no values of the account),
                    to attach to an issue (${FILE} if no name is given)
  --compare FILE    reads such a file instead, and says how that account differs; needs no sign-in

Sign-in: the environment variables TALEND_CLIENT_ID and TALEND_CLIENT_SECRET of a service account, or TALEND_TOKEN,
a personal access token; otherwise you are asked for the client ID and secret.`;

/** Asks on the terminal; secrets are not shown while they are typed. */
async function ask(question: string, secret = false): Promise<string> {
	const terminal = createInterface({
		input: process.stdin,
		output: process.stdout,
		terminal: true,
	});
	if (secret) {
		const hidden = terminal as unknown as { _writeToOutput: (text: string) => void };
		hidden._writeToOutput = (text) => {
			if (text.includes(question)) process.stdout.write(question);
		};
	}
	try {
		return await new Promise<string>((resolve) => terminal.question(question, resolve));
	} finally {
		terminal.close();
		if (secret) process.stdout.write('\n');
	}
}

type Given = Readonly<Record<string, string | boolean | undefined>>;

async function accessFrom(given: Given): Promise<Access> {
	const { region, address } = given as { region?: string; address?: string };
	const applications = Object.fromEntries(
		APPLICATIONS.map((application) => [
			application.field,
			given[addressOption(application)] as string | undefined,
		]),
	);
	const where = { region, address, applications };
	const { TALEND_TOKEN: token, TALEND_CLIENT_ID: id, TALEND_CLIENT_SECRET: secret } = process.env;
	if (token) return { ...where, token };
	if (!process.stdin.isTTY && !(id && secret))
		throw new Error(
			'Set TALEND_CLIENT_ID and TALEND_CLIENT_SECRET, or TALEND_TOKEN, and try again.',
		);
	return {
		...where,
		clientId: id ?? (await ask('Client ID: ')),
		clientSecret: secret ?? (await ask('Client secret: ', true)),
	};
}

/** The arguments, with the usual name where --record has none. */
const withName = (given: readonly string[]): string[] =>
	given.flatMap((each, index) =>
		each === '--record' && (given[index + 1] ?? '--').startsWith('--') ? [each, FILE] : [each],
	);

async function record(given: Given): Promise<Recording> {
	const recording = await runCheckup(await accessFrom(given), {
		// A local emulator needs no pauses between requests.
		everyMs:
			process.env.CHECKUP_EVERY_MS === undefined ? undefined : Number(process.env.CHECKUP_EVERY_MS),
		progress: (done, all, operation) => {
			if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${done} of ${all}  ${operation}`);
			else if (done % 20 === 0 || done === all) console.log(`${done} of ${all}`);
		},
	});
	if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
	return recording;
}

const text = { type: 'string' as const };

async function main(): Promise<void> {
	const addresses = Object.fromEntries(
		APPLICATIONS.map((application) => [addressOption(application), text]),
	);
	const { values } = parseArgs({
		args: withName(process.argv.slice(2)),
		options: {
			...addresses,
			region: text,
			address: text,
			record: text,
			compare: text,
			help: { type: 'boolean' },
		},
	});
	const { region, address, record: file, compare } = values as Record<string, string | undefined>;
	if (values.help || (region === undefined && address === undefined && compare === undefined)) {
		console.log(HELP);
		process.exitCode = values.help ? 0 : 1;
		return;
	}
	if (compare !== undefined) {
		if (region !== undefined || address !== undefined || file !== undefined)
			throw new Error('--compare reads a file, and needs no other option.');
		if (!existsSync(compare))
			throw new Error(
				`--compare must be a file that "npm run checkup -- --record" has written; ${compare} does not exist.`,
			);
		console.log(reportText(parseRecording(readFileSync(compare, 'utf8'), compare), compare));
		return;
	}
	const recording = await record(values);
	if (file !== undefined) writeFileSync(file, recordingText(recording));
	console.log(reportText(recording, file));
}

main().catch((error: unknown) => {
	console.error((error as Error).message);
	process.exitCode = 1;
});
