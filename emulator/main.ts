/** `npm run emulator`: the platform on your own machine, with demo data. */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { APPLICATIONS } from '../credentials/values/applications';
import { parseRecording, type Recording } from '../platform/recording/recording';
import { Emulator } from '.';
import { applicationAddresses } from './addresses';
import { type Dialect, DIALECTS, isDialect } from './dialects';
import { DEMO_ACCOUNT, DEMO_TOKEN } from './seed';

const HELP = `Usage: npm run emulator -- [--port 4010] [--host 127.0.0.1] [--dialect documents] [--callbacks loopback]

Serves an emulated Talend Cloud with made-up data, on this machine only unless --host says otherwise.
--dialect vendor follows Talend's OpenAPI files where they differ from the interface documents; --dialect field
also does what others have seen on the real platform. --dialect FILE answers like the account whose shapes are in a file
of "npm run checkup -- --record", with made-up values.
--callbacks anywhere lets jobs call other machines, too, at the address in their parameter.`;

/**
 * What the emulator follows: a dialect, or a recording.
 * @throws Error if the value is neither
 */
function likeness(given: string): { dialect?: Dialect; recording?: Recording } {
	if (isDialect(given)) return { dialect: given };
	if (!existsSync(given))
		throw new Error(
			`--dialect must be ${DIALECTS.join(', ')} or a file that "npm run checkup -- --record" has written`,
		);
	return { recording: parseRecording(readFileSync(given, 'utf8'), given) };
}

/** The addresses of the other applications, with the labels of their fields in the credential. */
const addressLines = (address: string): string =>
	APPLICATIONS.map(
		({ name, field }) =>
			`  ${`${name} Address`.padEnd(26)} ${applicationAddresses(address)[field]!}`,
	).join('\n');

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '4010' },
			host: { type: 'string', default: '127.0.0.1' },
			dialect: { type: 'string', default: 'documents' },
			callbacks: { type: 'string', default: 'loopback' },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	if (values.help) return console.log(HELP);
	const port = Number(values.port);
	if (!Number.isInteger(port) || port < 0 || port > 65_535)
		throw new Error('--port must be a number from 0 to 65535');
	const { dialect, callbacks } = values;
	if (callbacks !== 'loopback' && callbacks !== 'anywhere')
		throw new Error('--callbacks must be loopback or anywhere');
	const emulator = new Emulator({ loud: true, ...likeness(dialect), callbacks });
	const address = await emulator.listen(port, values.host);
	// The page can be used from this machine only.
	const page = `${address.replace(/\/\/.+:(\d+)$/, '//127.0.0.1:$1')}/__emulator`;
	console.log(`The emulator is listening at ${address} (dialect: ${dialect})

In n8n, create a credential "Talend Cloud API":
  Region         Other
  Address        ${address}
${addressLines(address)}
  Client ID      ${DEMO_ACCOUNT.id}
  Client Secret  ${DEMO_ACCOUNT.secret}
or "Talend Cloud Token API" with the token ${DEMO_TOKEN}

For its requests, data, faults and clock, open this page in a browser on this machine: ${page}
Press Ctrl-C to stop it.`);
	const end = () => void emulator.close().then(() => process.exit(0));
	process.once('SIGINT', end);
	process.once('SIGTERM', end);
}

main().catch((error: NodeJS.ErrnoException) => {
	console.error(
		error.code === 'EADDRINUSE'
			? 'The port is already in use. Choose another one: npm run emulator -- --port 4011'
			: error.message,
	);
	process.exit(1);
});
