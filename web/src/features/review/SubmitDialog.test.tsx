import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SubmitDialog } from './SubmitDialog.tsx';
import { writtenDesk } from './testing/written-desk.ts';

afterEach(() => vi.restoreAllMocks());

const setOnline = (isOnline: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
};

test('a network problem is cleared when the connection returns, and the opinion can be submitted', async () => {
  let isLost = true;
  const onClose = vi.fn<() => void>();
  const submit = async () => {
    if (isLost) throw new Error('网络不通，请联网后再提交');
  };
  const { opinion } = writtenDesk;
  renderPage(
    <SubmitDialog desk={writtenDesk} opinion={opinion} status="saved" submit={submit} onClose={onClose} />,
  );
  setOnline(false);
  fireEvent.click(await screen.findByRole('button', { name: '提交' }));
  await screen.findByText('网络不通，请联网后再提交');
  expect(onClose).not.toHaveBeenCalled();
  setOnline(true);
  await waitFor(() => expect(screen.queryByText('网络不通，请联网后再提交')).toBeNull());
  isLost = false;
  fireEvent.click(screen.getByRole('button', { name: '提交' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
