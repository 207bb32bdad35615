import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Activity, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { writeDraft } from './drafts.ts';
import { useLocalDraft } from './local-draft.ts';

// jsdom has no IndexedDB, as a browser that refuses it: the session storage keeps all drafts.
beforeEach(() => {
  vi.stubGlobal('IDBKeyRange', { bound: () => undefined });
  sessionStorage.clear();
});
afterEach(() => void vi.unstubAllGlobals());

const Reasons = ({ round }: { round: number }) => {
  const { value, change, clear } = useLocalDraft<readonly string[]>('check-1', round, []);
  return (
    <>
      <output>{value.join('，')}</output>
      <button onClick={() => change((before) => [...before, `意见${before.length + 1}`])}>写意见</button>
      <button onClick={clear}>取消</button>
    </>
  );
};
const Page = () => {
  const [round, setRound] = useState(1);
  const [isVisible, setVisible] = useState(true);
  return (
    <>
      <button onClick={() => setRound(round + 1)}>重新提交</button>
      <button onClick={() => setVisible(!isVisible)}>切换标签</button>
      <Activity mode={isVisible ? 'visible' : 'hidden'}>
        <Reasons round={round} />
      </Activity>
    </>
  );
};

const shown = () => screen.getByRole('status', { hidden: true }).textContent;
const click = (name: string) => userEvent.click(screen.getByText(name));
const store = (typed: string[], stamp = 1) =>
  writeDraft({ owner: 1, key: 'check-1', value: { stamp, typed }, changedAt: 1 });

test('a draft is restored when its page is opened again', async () => {
  await store(['旧意见']);
  renderPage(<Page />);
  await vi.waitFor(() => expect(shown()).toBe('旧意见'));
});

test('a new submission begins without the text about the previous one, also in storage', async () => {
  const { unmount } = renderPage(<Page />);
  await click('写意见');
  expect(shown()).toBe('意见1');
  await click('重新提交');
  expect(shown()).toBe('');
  await click('写意见');
  expect(shown()).toBe('意见1');
  await click('写意见');
  expect(shown()).toBe('意见1，意见2');
  unmount();
  renderPage(<Reasons round={2} />);
  await vi.waitFor(() => expect(shown()).toBe('意见1，意见2'));
});

test('text that is typed before the draft is read is added to the draft, here and in storage', async () => {
  await store(['旧意见']);
  const { unmount } = renderPage(<Page />);
  fireEvent.click(screen.getByText('写意见'));
  expect(shown()).toBe('意见1');
  await vi.waitFor(() => expect(shown()).toBe('旧意见，意见2'));
  unmount();
  renderPage(<Page />);
  await vi.waitFor(() => expect(shown()).toBe('旧意见，意见2'));
});

test('a draft that is discarded before it is read does not come back', async () => {
  await store(['旧意见']);
  renderPage(<Page />);
  fireEvent.click(screen.getByText('取消'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(shown()).toBe('');
});

test('typed text stays when its tab is hidden and shown again, although no storage accepts it', async () => {
  await store(['旧意见']);
  renderPage(<Page />);
  await vi.waitFor(() => expect(shown()).toBe('旧意见'));
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  await click('写意见');
  await click('切换标签');
  await click('切换标签');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(shown()).toBe('旧意见，意见2');
  vi.restoreAllMocks();
});
