import type { KeyObject } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newBackupKey, withManifest, writeItems } from '../../test/backup-helpers.ts';
import { backupNameOf, deleteOldBackups } from './old-backups.ts';

const { key } = newBackupKey();
const stranger = newBackupKey().key;

const nameOfDay = (day: number) => backupNameOf(new Date(Date.UTC(2026, 8, day, 2)));

type Made = { day: number; lacks?: number; signer?: KeyObject };

/** A directory with the backups of these days; each has a content behind its manifest. */
const backups = async (made: Made[]) => {
  const directory = await mkdtemp(join(tmpdir(), 'zhiping-old-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  for (const { day, lacks = 0, signer = key } of made) {
    const missing = Array.from({ length: lacks }, (_, index) => `files/aa/${index}`);
    const manifest = {
      format: 1 as const,
      createdAt: '2026-09-01T00:00:00Z',
      migrations: [],
      tables: [],
      files: [],
      missing,
    };
    const content = { name: 'tables/job.copy', bytes: Buffer.alloc(200_000, 'x') };
    await writeItems(join(directory, nameOfDay(day)), withManifest([content], manifest, signer));
  }
  return directory;
};

const deletedDays = async (directory: string, keep: number) => {
  const deleted = await deleteOldBackups(directory, { keep, key });
  for (const name of deleted) expect(await readdir(directory)).not.toContain(name);
  return deleted.map((name) => Number(name.slice(16, 18)));
};

test.each([
  [1, [2, 1]],
  [2, [1]],
  [3, []],
  [4, []],
])('of three backups the newest %i stay', async (keep, deleted) => {
  const directory = await backups([{ day: 1 }, { day: 2 }, { day: 3 }]);
  expect(await deletedDays(directory, keep)).toEqual(deleted);
});

test('the newest complete one stays beside newer ones that lack files', async () => {
  const directory = await backups([
    { day: 1 },
    { day: 2 },
    { day: 3, lacks: 1 },
    { day: 4, lacks: 1 },
    { day: 5, lacks: 1 },
  ]);
  expect(await deletedDays(directory, 2)).toEqual([3, 1]);
});

test('archives of others are neither counted nor deleted', async () => {
  const directory = await backups([{ day: 1 }, { day: 2 }, { day: 3, signer: stranger }]);
  const others = ['zhiping.tar.gz', nameOfDay(4), 'zhiping-2026-09-05.tar.gz'];
  for (const name of others) await writeFile(join(directory, name), 'x');
  expect(await deletedDays(directory, 1)).toEqual([1]);
  expect((await readdir(directory)).toSorted()).toEqual([...others, nameOfDay(2), nameOfDay(3)].toSorted());
});

test('an unfinished archive goes after a day', async () => {
  const directory = await backups([{ day: 1 }]);
  const [old, young] = [`${nameOfDay(2)}.part`, `${nameOfDay(3)}.part`];
  for (const name of [old, young]) await writeFile(join(directory, name), 'x');
  await utimes(join(directory, old), new Date(0), new Date(0));
  expect(await deletedDays(directory, 1)).toEqual([]);
  expect((await readdir(directory)).toSorted()).toEqual([nameOfDay(1), young].toSorted());
});
