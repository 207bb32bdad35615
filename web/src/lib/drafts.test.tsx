import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteDraft, readNewestDraft, writeDraft } from './drafts.ts';

// jsdom has no IndexedDB, as a browser that refuses it: the session storage keeps all drafts.
beforeEach(() => {
  vi.stubGlobal('IDBKeyRange', { bound: () => undefined });
  sessionStorage.clear();
});
afterEach(() => void vi.unstubAllGlobals());

const draft = (value: string) => ({ owner: 7, key: 'check-1', value, changedAt: 1 });

test('a draft is stored synchronously, so that an immediate reload restores it', async () => {
  const writing = writeDraft(draft('请补充证明'));
  expect(Object.values(sessionStorage).map(String).join('')).toContain('请补充证明');
  expect(await writing).toBe(false);
  expect((await readNewestDraft(7, 'check-1'))?.value).toBe('请补充证明');
});

test('a draft is not found by another user or under a prefix of its key', async () => {
  await writeDraft(draft('请补充证明'));
  expect(await readNewestDraft(8, 'check-1')).toBeNull();
  expect(await readNewestDraft(7, 'check-')).toBeNull();
});

test('a deleted draft is not found', async () => {
  await writeDraft(draft('请补充证明'));
  await deleteDraft(7, 'check-1').catch(() => undefined);
  expect(await readNewestDraft(7, 'check-1')).toBeNull();
});
