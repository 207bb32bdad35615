import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canonicalJson } from '@zhiping/shared/rules/text/canonical-json.ts';
import { recordOfStrata } from '@zhiping/shared/rules/draw/strata.ts';

/** `npm run draw:verify` as a user runs it; records of experts are tested with the draws that they come from. */

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'records-'));
});
afterAll(() => rm(folder, { recursive: true }));

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const script = fileURLToPath(new URL('verify-draw.ts', import.meta.url));
const verify = async (text: string | null) => {
  const record = path.join(folder, 'record.json');
  await (text === null ? rm(record, { force: true }) : writeFile(record, text));
  return new Promise<{ code: number; told: string[] }>((resolve) => {
    execFile(process.execPath, [script, record], (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, told: `${stdout}${stderr}`.split('\n') }),
    );
  });
};

test('a record of a draw from strata is verified, and what was changed of it is named', async () => {
  const text = canonicalJson(
    await recordOfStrata(
      {
        form: 1,
        cycleId: 7,
        strata: [{ name: '学科组', members: [11, 12, 13, 14], count: 2, alternates: 1 }],
      },
      { officeSecret: 'a', supervisorSecret: null },
      sha256,
    ),
  );
  const right = await verify(text);
  expect(right.code, right.told.join('\n')).toBe(0);
  expect(right.told).toContain('✓ 由名册和种子重新抽取，结果一致');
  // A record forged as a whole differs only in these.
  for (const part of ['rosterHash', 'seed', 'resultHash'])
    expect(right.told.join('\n')).toContain(JSON.parse(text)[part]);
  const { officeCommit, rosterHash } = JSON.parse(text);
  const cases: [string, string, string[]][] = [
    [
      '"officeSecret":"a"',
      '"officeSecret":"b"',
      [
        '✗ 评审办公开的随机数与冻结名册前的承诺值不符：随机数或承诺值被改过',
        `    officeCommit：记录中为 "${officeCommit}"，由 officeSecret 算出应为 "${sha256('b')}"`,
      ],
    ],
    [
      '"count":2',
      '"count":1',
      [
        '✗ 名册与其冻结时的摘要不符：名册或摘要被改过',
        `    rosterHash：记录中为 "${rosterHash}"，由 roster 算出 "${sha256(
          canonicalJson({
            ...JSON.parse(text).roster,
            strata: [{ ...JSON.parse(text).roster.strata[0], count: 1 }],
          }),
        )}"`,
      ],
    ],
    [
      '"name":"学科组"',
      '"name": "学科组"',
      [
        '✗ 记录文件被改过，不是写出时的原文',
        `    第 ${text.indexOf('"学科组"') + 1} 个字符起（result.strata[0].name）：应为「${text.slice(
          text.indexOf('"学科组"'),
          text.indexOf('"学科组"') + 20,
        )}」，文件中为「 ${text.slice(text.indexOf('"学科组"'), text.indexOf('"学科组"') + 19)}」`,
      ],
    ],
    ['"missing":0', '"missing":3', ['    result.strata[0].missing：记录中为 3，重新抽取为 0']],
    ['"form":1', '"form":2', ['✗ 这不是抽取记录文件', '    form：格式不正确']],
    ['"seed":', '"sad":', ['✗ 这不是抽取记录文件', '    缺少 seed', '    多出 sad']],
  ];
  for (const [was, is, words] of cases) {
    expect(text).toContain(was);
    const { code, told } = await verify(text.replace(was, is));
    expect(code).toBe(1);
    for (const line of words) expect(told).toContain(line);
    // Also of what is wrong: which of two records is the wrong one is found by comparing.
    if (is !== '"sad":') expect(told.join('\n')).toContain('请与抽取页面');
  }
  expect((await verify('[]')).told).toContain('✗ 这不是抽取记录文件');
  expect((await verify(null)).code).toBe(1);
});
