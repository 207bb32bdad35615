import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../../testing/render-page.tsx';
import { useLocalDraft } from './use-local-draft.ts';

beforeEach(() => {
  // Without IndexedDB, as in a browser that blocks it: drafts are in the session storage.
  vi.stubGlobal('IDBKeyRange', { bound: () => undefined });
  sessionStorage.clear();
  const draft = { owner: 1, key: 'article-new@other-1', value: '昨天写的', changedAt: 1 };
  sessionStorage.setItem('zhiping-draft:1:article-new@other-1', JSON.stringify(draft));
});

const Editor = () => {
  const draft = useLocalDraft<string>('article-new');
  return (
    <>
      <input aria-label="正文" onChange={({ target }) => draft.keep(target.value)} />
      {draft.found && <p>{draft.found.value}</p>}
      <button onClick={() => draft.restore(draft.found!.value)}>恢复</button>
      <button onClick={draft.discardFound}>丢弃</button>
      <button onClick={draft.discard}>保存</button>
    </>
  );
};
const kept = () =>
  Object.values({ ...sessionStorage })
    .map((text) => (JSON.parse(String(text)) as { value: string }).value)
    .toSorted();

const typeBeforeChoosing = async () => {
  renderPage(<Editor />);
  await screen.findByText('昨天写的');
  fireEvent.change(screen.getByLabelText('正文'), { target: { value: '今天写的' } });
  await waitFor(() => expect(kept()).toEqual(['今天写的', '昨天写的']));
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('input before the choice does not overwrite the draft of an earlier visit, nor does its save', async () => {
  await typeBeforeChoosing();
  press('保存');
  await waitFor(() => expect(kept()).toEqual(['昨天写的']));
});

test('a restored draft replaces the input, and a discarded one is gone', async () => {
  await typeBeforeChoosing();
  press('恢复');
  await waitFor(() => expect(kept()).toEqual(['昨天写的']));
  press('保存');
  await waitFor(() => expect(kept()).toEqual([]));
});

test('discarding the found draft keeps the input', async () => {
  await typeBeforeChoosing();
  press('丢弃');
  await waitFor(() => expect(kept()).toEqual(['今天写的']));
});
