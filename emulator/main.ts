/** `npm run emulator`: the platform on your own machine, with demo data. */
import { parseArgs } from 'node:util';

import { Emulator } from '.';
import { DEMO_ACCOUNT, DEMO_TOKEN } from './seed';

const HELP = `Usage: npm run emulator -- [--port 4010] [--host 127.0.0.1] [--dialect documents] [--callbacks loopback]

Serves an emulated Talend Cloud with made-up data, on this machine only unless --host says otherwise.
--dialect vendor follows the OpenAPI files of the vendor where they differ from the interface documents.
--callbacks anywhere lets the jobs of the demo call other machines, too, at the address in their parameter.`;

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
	if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('--port must be a number from 0 to 65535');
	const { dialect, callbacks } = values;
	if (dialect !== 'documents' && dialect !== 'vendor') throw new Error('--dialect must be documents or vendor');
	if (callbacks !== 'loopback' && callbacks !== 'anywhere') throw new Error('--callbacks must be loopback or anywhere');
	const emulator = new Emulator({ loud: true, dialect, callbacks });
	const address = await emulator.listen(port, values.host);
	// The page is for this machine, whoever else may ask.
	const page = `${address.replace(/\/\/.+:(\d+)$/, '//127.0.0.1:$1')}/__emulator`;
	console.log(`The emulator listens at ${address}, dialect ${dialect}

In n8n, make a credential "Talend Cloud API":
  Region         Other
  Address        ${address}
  Client ID      ${DEMO_ACCOUNT.id}
  Client Secret  ${DEMO_ACCOUNT.secret}
or "Talend Cloud Token API" with the token ${DEMO_TOKEN}

Requests, data, faults and the clock, in a browser on this machine: ${page}
Ctrl-C ends it.`);
	const end = () => void emulator.close().then(() => process.exit(0));
	process.once('SIGINT', end);
	process.once('SIGTERM', end);
}

main().catch((error: NodeJS.ErrnoException) => {
	console.error(
		error.code === 'EADDRINUSE'
			? 'The port is taken by another program. Choose another with: npm run emulator -- --port 4011'
			: error.message,
	);
	process.exit(1);
});
