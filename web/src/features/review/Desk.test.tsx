import { fireEvent, screen, waitFor } from '@testing-library/react';
import { type ReviewDesk, reviewApi } from '@zhiping/shared/contracts/review.ts';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { onlineManager } from '@tanstack/react-query';
import { onOwnReviewChanged } from '../../lib/own-reviews.ts';
import { renderPage, serve } from '../../testing/render-page.tsx';
import Desk from './Desk.tsx';
import { writtenDesk } from './testing/written-desk.ts';

test('an opinion that is submitted on another device becomes read-only at once, and the scoring stays open', async () => {
  // Without IndexedDB, as in a browser that blocks it.
  vi.stubGlobal('IDBKeyRange', { bound: () => undefined });
  const server = serve();
  let desk: ReviewDesk = { ...writtenDesk, state: 'reviewing', submittedAt: null, hash: null };
  server.on({ ...reviewApi.read, path: '/api/review/11' }, () => ({ body: desk }));
  server.on({ ...reviewApi.list, path: '/api/expert/project/1' }, () => ({
    body: {
      totalElements: 0,
      content: [],
      summary: { assigned: 0, submitted: 0, overdue: 0, needCommitment: 0 },
    },
  }));
  renderPage(<Desk id={11} expertId={1} />);
  fireEvent.click(await screen.findByRole('radio', { name: '评分' }));
  desk = writtenDesk;
  onOwnReviewChanged();
  await screen.findByText(/^已在另一台设备于 2026.* 提交。要修改，请先撤回$/);
  await waitFor(() => expect(screen.getByRole('radio', { name: '评分' })).toHaveProperty('checked', true));
});

test('the first save shows the new state and deadline, and a return without a network shows the saved text', async () => {
  vi.stubGlobal('IDBKeyRange', { bound: () => undefined });
  const server = serve();
  const desk: ReviewDesk = {
    ...writtenDesk,
    state: 'accepted',
    dueAt: '2026-11-30 23:59:59',
    submittedAt: null,
    hash: null,
  };
  server.on({ ...reviewApi.read, path: '/api/review/11' }, () => ({ body: desk }));
  server.on({ ...reviewApi.list, path: '/api/expert/project/1' }, () => ({
    body: {
      totalElements: 0,
      content: [],
      summary: { assigned: 0, submitted: 0, overdue: 0, needCommitment: 0 },
    },
  }));
  server.on({ ...reviewApi.save, path: '/api/review/11' }, () => ({
    body: { version: 4, savedAt: '2026-11-20 10:00:05', state: 'reviewing', dueAt: '2026-12-05 23:59:59' },
  }));
  const Leaving = () => {
    const [isOpen, setOpen] = useState(true);
    return (
      <>
        <button onClick={() => setOpen(!isOpen)}>离开与回来</button>
        {isOpen && <Desk id={11} expertId={1} />}
      </>
    );
  };
  renderPage(<Leaving />);
  await screen.findByText('待评审');
  fireEvent.click(await screen.findByRole('radio', { name: '评分' }));
  fireEvent.change(screen.getByRole('textbox', { name: /评审意见/ }), {
    target: { value: '达到正高级要求' },
  });
  await screen.findByText('评审中');
  screen.getByText(/截止 12-05 23:59/);
  // The typed text is kept.
  expect(screen.getByRole('textbox', { name: /评审意见/ })).toHaveProperty('value', '达到正高级要求');

  // A return without a network shows the text too, without a conflict with another device.
  const leave = screen.getByRole('button', { name: '离开与回来' });
  fireEvent.click(leave);
  onlineManager.setOnline(false);
  try {
    fireEvent.click(leave);
    fireEvent.click(await screen.findByRole('radio', { name: '评分' }));
    expect(await screen.findByRole('textbox', { name: /评审意见/ })).toHaveProperty(
      'value',
      '达到正高级要求',
    );
  } finally {
    onlineManager.setOnline(true);
  }
});
