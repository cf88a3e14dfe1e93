/** Runs before each test file: n8n's engine wants decorators' metadata and a folder of its own. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import 'reflect-metadata';

process.env.N8N_USER_FOLDER = mkdtempSync(join(tmpdir(), 'n8n-test-'));
process.env.N8N_LOG_LEVEL ??= 'silent';
