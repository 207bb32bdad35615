/**
 * npm run assign -- instance.json|csv: the best assignment of an instance (docs/assignment-instances.md), with its objective and the proof.
 */
import { readFile } from 'node:fs/promises';
import { assignFile } from '../shared/rules/assignment/assign-file.ts';

const fail = (lines: readonly string[]) => {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exitCode = 1;
};

const [path, ...others] = process.argv.slice(2);
const text = path === undefined ? null : await readFile(path, 'utf8').catch(() => null);

if (path === undefined || others.length > 0) fail(['用法：npm run assign -- 实例文件（JSON 或 CSV）']);
else if (text === null) fail([`无法读取 ${path}`]);
else {
  const answer = assignFile(text);
  if ('errors' in answer) fail(answer.errors);
  else process.stdout.write(`${JSON.stringify(answer.value, null, 1)}\n`);
}
