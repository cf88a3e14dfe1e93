/** The records of a list → files, one item each. */
import type { IBinaryData, IDataObject } from 'n8n-workflow';

import type { Output } from '../../declare/answers';
import { RECORDS_PER_FILE } from '../../declare/lists/files';
import type { Input } from '../../declare/operation';
import { csvOf } from '../../support/csv';

interface Form {
	suffix: string;
	mimeType: string;
	write: (records: readonly IDataObject[]) => string;
}

const FORMS: Readonly<Record<string, Form>> = {
	jsonLines: {
		suffix: 'jsonl',
		mimeType: 'application/x-ndjson',
		write: (records) => records.map((record) => `${JSON.stringify(record)}\n`).join(''),
	},
	csv: { suffix: 'csv', mimeType: 'text/csv', write: csvOf },
};

export const wantsFiles = ({ settings }: Input): boolean => settings.outputAs !== undefined;

/**
 * Writes a file as soon as there are enough records.
 * @param binary makes n8n's binary data of bytes, a name and a media type
 */
export function fileWriter(
	{ settings }: Input,
	name: string,
	binary: (data: Buffer, fileName: string, mimeType: string) => Promise<IBinaryData>,
) {
	const { suffix, mimeType, write } = FORMS[String(settings.outputAs)]!;
	const size = (settings.recordsPerFile as number | undefined) ?? RECORDS_PER_FILE;
	const field = String(settings.filesField ?? 'data');
	const outputs: Output[] = [];
	let waiting: IDataObject[] = [];

	async function finish(records: readonly IDataObject[]): Promise<void> {
		const fileName = `${name}-${outputs.length + 1}.${suffix}`;
		const data = Buffer.from(write(records));
		outputs.push({
			json: { fileName, mimeType, size: data.length, records: records.length },
			binary: { [field]: await binary(data, fileName, mimeType) },
		});
	}

	return {
		take: async (records: readonly IDataObject[]): Promise<void> => {
			for (const record of records) waiting.push(record);
			while (waiting.length >= size) {
				const full = waiting.slice(0, size);
				waiting = waiting.slice(size);
				await finish(full);
			}
		},
		/** The list has ended. @returns an item for each file; none of an empty list */
		end: async (): Promise<Output[]> => {
			if (waiting.length > 0) await finish(waiting);
			return outputs;
		},
	};
}
