import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { checkCharacter } from '@zhiping/shared/rules/person/id-number.ts';
import { columns } from '../server/src/modules/expert/import/import-columns.ts';
import { writeSheet } from '../server/src/platform/sheets/sheet-writer.ts';

/**
 * A sheet of experts, checked and then imported in the background: duration of each, frequency of progress reports, and
 * response times of a list page meanwhile. Usage: node bench/import.ts [experts]
 */
const experts = Number(process.argv[2] ?? 50_000);
const LOOK_MS = 200;

type Started = { port: number; office: string; schools: string[]; subjects: string[] };

const child = fork(fileURLToPath(new URL('import-server.ts', import.meta.url)));
const [server] = (await once(child, 'message')) as [Started];
const base = `http://127.0.0.1:${server.port}/title/api`;
const headers = { authorization: server.office };

const pick = (values: readonly string[], index: number) => values[index % values.length] as string;

const idCardOf = (index: number) => {
  const first17 = `3301${String(10 + (index % 80))}1956${String(1 + (Math.floor(index / 80_000) % 12)).padStart(2, '0')}01${String(Math.floor(index / 80) % 1000).padStart(3, '0')}`;
  return first17 + checkCharacter(first17);
};

async function* rows() {
  for (let index = 0; index < experts; index += 1) {
    const cells: Partial<Record<string, string>> = {
      姓名: '测试专家',
      身份证号码: idCardOf(index),
      手机号码: `174${String(index).padStart(8, '0')}`,
      邮箱: `import${index}@example.edu.cn`,
      单位: pick(server.schools, index),
      职称系列: '高等学校教师',
      职称层级: '正高级',
      职称名称: '教授',
      学科一: pick(server.subjects, index),
      关键词一: '甲、乙',
      学科二: pick(server.subjects, index + 1),
    };
    yield Object.values(columns).map((header) => cells[header] ?? '');
  }
}

const sheet = async () => {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeSheet({ name: '专家', headers: Object.values(columns) }, rows()))
    pieces.push(piece);
  return new Blob(pieces as Uint8Array<ArrayBuffer>[]);
};

type Task = { state: string; done: number; total: number; error: string | null; result: unknown };
const quantile = (values: number[], part: number) =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0);

/** Follows background work to its end while another client reads pages of the list. */
const follow = async (name: string, taskId: number) => {
  const begun = performance.now();
  const [seen, waits] = [new Set<number>(), [] as number[]];
  for (;;) {
    const task = (await (await fetch(`${base}/tasks/${taskId}`, { headers })).json()) as Task;
    if (task.total > 0) seen.add(task.done);
    if (task.state === 'done' || task.state === 'failed') {
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      console.log(`${name}: ${task.state} in ${seconds} s, ${seen.size} steps of progress seen`);
      console.log(
        `  a page of the list meanwhile: ${waits.length} times, p50 ${quantile(waits, 0.5)}, p95 ${quantile(waits, 0.95)}, longest ${quantile(waits, 1)} ms`,
      );
      if (task.state === 'failed') throw new Error(task.error ?? '');
      return task.result as { total: number; created: number; failed: number; errors: object[] };
    }
    const asked = performance.now();
    await (await fetch(`${base}/expert?size=20&page=${waits.length % 5}`, { headers })).arrayBuffer();
    waits.push(performance.now() - asked);
    await pause(LOOK_MS);
  }
};

try {
  const form = new FormData();
  const file = await sheet();
  form.append('file', file, 'experts.xlsx');
  const begun = performance.now();
  const upload = await fetch(`${base}/expert/batch?dryRun=true`, { method: 'POST', headers, body: form });
  const { taskId } = (await upload.json()) as { taskId: number };
  const megabytes = (file.size / 1024 / 1024).toFixed(1);
  console.log(
    `upload of ${experts} rows, ${megabytes} MB: ${upload.status} after ${Math.round(performance.now() - begun)} ms`,
  );
  const { failed, errors } = await follow('check', taskId);
  console.log(`  ${failed} rows with mistakes`, errors.slice(0, 1));
  const commit = await fetch(`${base}/expert/batch/${taskId}`, { method: 'POST', headers });
  const { created } = await follow('commit', ((await commit.json()) as { taskId: number }).taskId);
  console.log(`  ${created} created`);
} finally {
  child.kill('SIGTERM');
  await once(child, 'exit');
}
