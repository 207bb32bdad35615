import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteDraft, readNewestDraft, writeDraft } from './drafts.ts';

// Without a database, as in a browser that refuses it: the tab keeps everything.
beforeEach(() => {
  vi.stubGlobal('IDBKeyRange', { bound: () => undefined });
  sessionStorage.clear();
});
afterEach(() => void vi.unstubAllGlobals());

const draft = (value: string) => ({ owner: 7, key: 'check-1', value, changedAt: 1 });

test('what is typed is kept before anything else happens, so that a reload at once finds it again', async () => {
  const writing = writeDraft(draft('请补充证明'));
  expect(Object.values(sessionStorage).map(String).join('')).toContain('请补充证明');
  expect(await writing).toBe(false);
  expect((await readNewestDraft(7, 'check-1'))?.value).toBe('请补充证明');
});

test('it is nobody else’s, and that of nothing whose name begins alike', async () => {
  await writeDraft(draft('请补充证明'));
  expect(await readNewestDraft(8, 'check-1')).toBeNull();
  expect(await readNewestDraft(7, 'check-')).toBeNull();
});

test('what was given up is not found again', async () => {
  await writeDraft(draft('请补充证明'));
  await deleteDraft(7, 'check-1').catch(() => undefined);
  expect(await readNewestDraft(7, 'check-1')).toBeNull();
});
