import { readFileSync } from 'node:fs';
import { readSheet } from '../src/platform/sheets/sheet-reader.ts';

/** Reads the sheet that it is given and tells what came of it, and the most memory that this process ever had. */
const [, , file = ''] = process.argv;
const told = await readSheet(readFileSync(file), ['姓名'], 2000).then(
  (rows) => `${rows.length} rows`,
  (error: Error) => error.message,
);
process.stdout.write(JSON.stringify({ told, megabytes: Math.round(process.resourceUsage().maxRSS / 1024) }));
