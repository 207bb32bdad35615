import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { completeProject, newApplicant, publishedCycle } from '../../../test/project-helpers.ts';
import { readConfig } from '../../config.ts';
import { createFileStore } from '../../platform/files/create-file-store.ts';
import { sha256 } from '../../platform/hash.ts';
import { inWords, runChecks } from './run-checks.ts';
import { storedFilesCheck } from './stored-files.check.ts';

let server: TestServer;
let directory: string;
beforeAll(async () => {
  server = await startTestServer({ clock: travellingClock(new Date('2026-09-10T10:00:00+08:00')) });
  directory = await mkdtemp(join(tmpdir(), 'zhiping-stored-'));
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

test('a stored file that is gone or changed is named', async () => {
  const applicant = await newApplicant(server);
  const projectId = await completeProject(server, applicant, await publishedCycle(server, applicant.office));
  const store = createFileStore(
    readConfig({ NODE_ENV: 'test', DATA_DIR: directory, CAPTCHA_ANSWER: '1234' }),
  );
  const add = async (position: number, text: string) => {
    const path = join(directory, 'received');
    await writeFile(path, text);
    const hash = sha256(text);
    await store.keep({ path, sha256: hash, bytes: text.length }, `${hash}.pdf`);
    const { rows } = await server.pool.query<{ id: string }>(
      `insert into project_material (project_id, position, type, name, format, sha256, bytes, whole, create_time)
        values ($1, $2, 'representativeWork', '论文', 'pdf', $3, 4, true, now()) returning id`,
      [projectId, position, hash],
    );
    return { id: Number(rows[0]!.id), path: store.pathOf!(`${hash}.pdf`) };
  };
  await server.pool.query('delete from project_material');
  const [, changed, gone] = [await add(1, '原文一'), await add(2, '原文二'), await add(3, '原文三')];
  const found = async () =>
    inWords(await runChecks(server.db, { further: [storedFilesCheck(store)] })).filter((line) =>
      line.includes('存储的文件'),
    );
  expect(await found()).toEqual(['存储的文件：核对 3 条，不符 0 条']);
  await writeFile(changed.path, '改过');
  await rm(gone.path);
  expect(await found()).toEqual([
    `不符：存储的文件，project_material ${changed.id}：存储的内容被改过`,
    `不符：存储的文件，project_material ${gone.id}：存储中没有这个文件`,
    '存储的文件：核对 3 条，不符 2 条',
  ]);
});
