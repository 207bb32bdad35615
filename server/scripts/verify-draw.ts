/**
 * Verifies a record of a draw: `npm run draw:verify -- record.json`. Needs neither the database nor the network. Exits
 * with 1 if something is wrong.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { COMPARE, hashesOf } from '@zhiping/shared/rules/draw/record-hashes.ts';
import { verifyRecord } from '@zhiping/shared/rules/draw/verify-record.ts';

const [path] = process.argv.slice(2);
if (!path) {
  console.error('用法：npm run draw:verify -- 抽取记录.json');
  process.exit(1);
}
const text = await readFile(path, 'utf8').catch(() => null);
if (text === null) {
  console.error(`无法读取 ${path}`);
  process.exit(1);
}
const { isRight, findings } = await verifyRecord(text, (one) =>
  createHash('sha256').update(one).digest('hex'),
);
for (const finding of findings) {
  console.log(`${finding.isLimit ? '!' : finding.isRight ? '✓' : '✗'} ${finding.what}`);
  for (const where of finding.where ?? []) console.log(`    ${where}`);
}
console.log(isRight ? '验证通过：这份记录可以由任何人重新算出。' : '验证不通过。');
const hashes = hashesOf(text);
if (hashes.length > 0) {
  console.log(COMPARE);
  for (const { name, value } of hashes) console.log(`  ${name} ${value}`);
}
process.exit(isRight ? 0 : 1);
