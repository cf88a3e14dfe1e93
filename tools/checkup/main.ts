/** `npm run checkup`: the check-up from the command line. Credentials come from the environment or are asked for, never from arguments. */
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

import { APPLICATIONS, REGIONS } from '../../credentials/address';
import { checkUp, type Access } from './checkup';
import { reportFile, reportText } from './report';

/** "Data Preparation" → "data-preparation-address". */
const addressOption = ({ name }: { name: string }): string => `${name.toLowerCase().replace(/ /g, '-')}-address`;

const HELP = `npm run checkup -- --region eu [--report FILE]

Sends read-only requests to a real Talend Cloud account, and compares the responses with what is known
about the platform. Nothing is created, changed or started.

  --region REGION   ${REGIONS.map(({ value }) => value).join(', ')}
  --address URL     the address of another region's API, such as https://api.in.cloud.talend.com
  ${APPLICATIONS.map((application) => `--${addressOption(application)} URL`).join('\n  ')}
                    the addresses of these applications, if --address does not begin with https://api.
  --report FILE     writes a report that contains no values from the account, to attach to an issue

Sign-in: the environment variables TALEND_CLIENT_ID and TALEND_CLIENT_SECRET of a service account, or TALEND_TOKEN,
a personal access token; otherwise you are asked for the client ID and secret.`;

/** Asks on the terminal; secrets are not shown while they are typed. */
async function ask(question: string, secret = false): Promise<string> {
	const terminal = createInterface({ input: process.stdin, output: process.stdout, terminal: true });
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
	const applications = Object.fromEntries(APPLICATIONS.map((application) => [application.field, given[addressOption(application)] as string | undefined]));
	const where = { region, address, applications };
	const { TALEND_TOKEN: token, TALEND_CLIENT_ID: id, TALEND_CLIENT_SECRET: secret } = process.env;
	if (token) return { ...where, token };
	if (!process.stdin.isTTY && !(id && secret)) throw new Error('Set TALEND_CLIENT_ID and TALEND_CLIENT_SECRET, or TALEND_TOKEN, and try again.');
	return { ...where, clientId: id ?? (await ask('Client ID: ')), clientSecret: secret ?? (await ask('Client secret: ', true)) };
}

async function main(): Promise<void> {
	const addresses = Object.fromEntries(APPLICATIONS.map((application) => [addressOption(application), { type: 'string' as const }]));
	const { values } = parseArgs({ options: { ...addresses, region: { type: 'string' }, address: { type: 'string' }, report: { type: 'string' }, help: { type: 'boolean' } } });
	if (values.help || (values.region === undefined && values.address === undefined)) {
		console.log(HELP);
		process.exitCode = values.help ? 0 : 1;
		return;
	}
	const report = await checkUp(await accessFrom(values), {
		// A local emulator needs no pauses between requests.
		everyMs: process.env.CHECKUP_EVERY_MS === undefined ? undefined : Number(process.env.CHECKUP_EVERY_MS),
		progress: (done, all, operation) => {
			if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${done} of ${all}  ${operation}`);
			else if (done % 20 === 0 || done === all) console.log(`${done} of ${all}`);
		},
	});
	if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
	console.log(reportText(report));
	if (values.report !== undefined) {
		writeFileSync(values.report, reportFile(report));
		console.log(`\nReport written to ${values.report}. It contains no values from the account; read it before you share it.`);
	}
}

main().catch((error: unknown) => {
	console.error((error as Error).message);
	process.exitCode = 1;
});
