import { fireEvent, screen, waitFor } from '@testing-library/react';
import { blindCopyApi } from '@zhiping/shared/contracts/blind-copy.ts';
import { expect, test, vi } from 'vitest';
import { renderPage, serve } from '../../testing/render-page.tsx';
import { RecheckDialog } from './RecheckDialog.tsx';

const old = { released: 30, inReview: 30 };
const start = (ids?: number[]) => {
  const server = serve();
  server.on(blindCopyApi.recheck, () => ({ body: { succeeded: 1, failed: [] } }));
  const onClose = vi.fn<() => void>();
  renderPage(<RecheckDialog cycleId={2} ids={ids} old={old} onClose={onClose} />);
  return { server, onClose };
};

test('with all old copies under review, the button stays disabled until the office includes them', async () => {
  const { server, onClose } = start();
  expect(await screen.findByRole('button', { name: '重新检查 0 个' })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('checkbox', { name: '连同正在评审的 30 个一并撤回' }));
  fireEvent.click(screen.getByRole('button', { name: '重新检查 30 个' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.callsOf(blindCopyApi.recheck)[0]?.body).toEqual({ cycleId: 2, withOpen: true });
});

test('for selected copies, no count of the whole cycle is shown', async () => {
  const { server, onClose } = start([7, 8]);
  expect(await screen.findByRole('checkbox', { name: '连同正在评审的一并撤回' })).toBeTruthy();
  expect(screen.queryByText(/30/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '重新检查' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.callsOf(blindCopyApi.recheck)[0]?.body).toEqual({ cycleId: 2, ids: [7, 8], withOpen: false });
});
