import { fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createCanvas } from '@napi-rs/canvas';
import { MAX_UPLOAD_PART } from '@zhiping/shared/rules/upload/parts.ts';
import { beginCopy } from '../server/src/modules/blind-copy/pipeline/write-copy.ts';

/**
 * 20 people who hand up ten files of 20 MB each, part by part, as their forms do, and make them materials: how much memory the server takes
 * beyond what it has before, and how long a list takes meanwhile. Usage: node bench/uploads.ts [people] [files] [megabytes]
 */
const people = Number(process.argv[2] ?? 20);
const files = Number(process.argv[3] ?? 10);
const megabytes = Number(process.argv[4] ?? 20);

type Started = { port: number; applications: { id: number; token: string }[] };
const child = fork(fileURLToPath(new URL('applications-server.ts', import.meta.url)), [String(people)]);
const [{ port, applications }] = (await once(child, 'message')) as [Started];
const base = `http://127.0.0.1:${port}/title/api`;

/** A scan: each page a picture of noise, which nothing makes small. */
const scanOf = async (bytes: number) => {
  const copy = await beginCopy();
  const canvas = createCanvas(1000, 1400);
  const context = canvas.getContext('2d');
  for (let made = 0; made < bytes;) {
    const image = context.createImageData(1000, 1400);
    image.data.set(randomBytes(image.data.length));
    context.putImageData(image, 0, 0);
    const picture = canvas.toBuffer('image/jpeg', 70);
    copy.addPage({
      width: 595,
      height: 842,
      picture: { bytes: picture, width: 1000, height: 1400, kind: 'photo' },
      glyphs: [],
    });
    made += picture.length;
  }
  return Buffer.from(await copy.save());
};

type Sent = { status: number; body: { id?: string | number; message?: string } };
const send = async (method: string, path: string, token: string, body: object | FormData): Promise<Sent> => {
  const isForm = body instanceof FormData;
  const answer = await fetch(base + path, {
    method,
    headers: { authorization: token, ...(!isForm && { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return { status: answer.status, body: JSON.parse(text || '{}') };
};

const times: number[] = [];
const upload = async (
  { id, token }: Started['applications'][number],
  file: Buffer<ArrayBuffer>,
  at: number,
) => {
  const begun = performance.now();
  const { body } = await send('POST', '/upload', token, {
    purpose: 'material',
    name: `扫描${at}.pdf`,
    bytes: file.length,
  });
  for (let offset = 0; offset < file.length; offset += MAX_UPLOAD_PART) {
    const part = file.subarray(offset, offset + MAX_UPLOAD_PART);
    const form = new FormData();
    form.set('offset', String(offset));
    form.set('sha256', createHash('sha256').update(part).digest('hex'));
    form.set('file', new Blob([part]), 'part');
    await send('PUT', `/upload/${body.id}`, token, form);
  }
  await send('POST', `/project/${id}/material`, token, { uploadId: body.id, type: 'other' });
  times.push(performance.now() - begun);
};

const memory = async () => {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024);
};
const file = await scanOf(megabytes * 1e6);
// The cost of first use belongs to the server, not to the load.
await upload(applications[0]!, file, 0);
times.length = 0;
const before = await memory();
let peak = before;
const lists: number[] = [];
let isDone = false;
const watch = (async () => {
  while (!isDone) {
    peak = Math.max(peak, await memory());
    const begun = performance.now();
    await fetch(`${base}/project/own`, { headers: { authorization: applications[0]!.token } }).then(
      (answer) => answer.text(),
    );
    lists.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
})();
const begun = performance.now();
await Promise.all(
  applications.map(async (one, person) => {
    for (let at = 1; at <= files; at++) {
      // No two files alike: equal ones are kept once.
      const own = Buffer.concat([file, Buffer.from(`\n%${person}-${at}`)]);
      await upload(one, own, at);
    }
  }),
);
const seconds = (performance.now() - begun) / 1000;
isDone = true;
await watch;
const at = (share: number, values: number[]) =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0);
console.log(
  `${people * files} files of ${megabytes} MB in ${seconds.toFixed(1)} s, one p50 ${at(0.5, times)} ms, p95 ${at(0.95, times)} ms`,
);
console.log(
  `memory ${before} MB before, ${peak} MB at most; a list meanwhile p50 ${at(0.5, lists)}, p95 ${at(0.95, lists)} ms`,
);
child.kill('SIGTERM');
await once(child, 'exit');
