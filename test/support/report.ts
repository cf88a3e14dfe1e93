/** How much a test has tried, as a line in the log of the run: for counts that differ each time. */
export const report = (text: string): void => void process.stdout.write(`${text}\n`);
