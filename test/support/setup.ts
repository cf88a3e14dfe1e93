/** Runs before each test file: n8n's engine needs the metadata of decorators and its own folder. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';

import 'reflect-metadata';

process.env.N8N_USER_FOLDER = mkdtempSync(join(process.env.TEST_RUN_FOLDER!, 'n8n-'));
process.env.N8N_LOG_LEVEL ??= 'silent';
