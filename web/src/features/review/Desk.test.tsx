import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type ReviewDesk, reviewApi } from '@zhiping/shared/contracts/review.ts';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { onlineManager } from '@tanstack/react-query';
import { onOwnReviewChanged } from '../../lib/own-reviews.ts';
import { renderPage, serve } from '../../testing/render-page.tsx';
import Desk from './Desk.tsx';
import { writtenDesk } from './testing/written-desk.ts';

const withoutNeighbours = (server: ReturnType<typeof serve>) =>
  server.on({ ...reviewApi.list, path: '/api/expert/project/1' }, () => ({
    body: {
      totalElements: 0,
      content: [],
      summary: { assigned: 0, submitted: 0, overdue: 0, needCommitment: 0 },
      late: [],
    },
  }));

test('an opinion that is submitted on another device becomes read-only at once, and the scoring stays open', async () => {
  // Without IndexedDB, as in a browser that blocks it.
  vi.stubGlobal('IDBKeyRange', { bound: () => undefined });
  const server = serve();
  let desk: ReviewDesk = { ...writtenDesk, state: 'reviewing', submittedAt: null, hash: null };
  server.on({ ...reviewApi.read, path: '/api/review/11' }, () => ({ body: desk }));
  withoutNeighbours(server);
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
  withoutNeighbours(server);
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

test('a desk that is closed says so before anything is typed, and more time is asked for there', async () => {
  vi.stubGlobal('IDBKeyRange', { bound: () => undefined });
  const server = serve();
  let desk: ReviewDesk = {
    ...writtenDesk,
    state: 'reviewing',
    closedReason: '评审已于 2026-11-20 23:59:59 截止，现在不能修改',
    cycle: { ...writtenDesk.cycle, officePhone: '010-62750001' },
    submittedAt: null,
    hash: null,
  };
  server.on({ ...reviewApi.read, path: '/api/review/11' }, () => ({ body: desk }));
  withoutNeighbours(server);
  server.on(reviewApi.askExtension, () => {
    desk = { ...desk, extension: { askedAt: '2026-11-21 08:00:00', isRefused: false, note: null } };
    return { status: 204, body: undefined };
  });
  renderPage(<Desk id={11} expertId={1} />);
  fireEvent.click(await screen.findByRole('radio', { name: '评分' }));
  screen.getByText('评审已于 2026-11-20 23:59:59 截止，现在不能修改');
  screen.getByText('评审办电话 010-62750001');
  expect(screen.queryByRole('textbox')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '申请延期' }));
  const reason = await screen.findByRole('textbox', { name: '原因' });
  fireEvent.change(reason, { target: { value: '住院' } });
  fireEvent.click(screen.getByRole('button', { name: /^申\s?请$/ }));
  await screen.findByText(/已于 2026-11-21 08:00:00 申请延期，等待评审办答复/);
  expect(screen.queryByRole('button', { name: '申请延期' })).toBeNull();
});

test('a submission whose answer is lost is shown as submitted here, not on another device', async () => {
  vi.stubGlobal('IDBKeyRange', { bound: () => undefined });
  const server = serve();
  const scores = Object.fromEntries(writtenDesk.cycle.form.criteria.map(({ key, weight }) => [key, weight]));
  const opinion = {
    ...writtenDesk.opinion,
    scores,
    texts: { opinion: '达到正高级的要求，同意。'.repeat(20) },
  };
  let desk: ReviewDesk = { ...writtenDesk, state: 'reviewing', submittedAt: null, hash: null, opinion };
  let isLost = true;
  server.on({ ...reviewApi.read, path: '/api/review/11' }, () => ({ body: desk }));
  withoutNeighbours(server);
  server.on({ ...reviewApi.submit, path: '/api/review/11/submit' }, () => {
    desk = writtenDesk;
    if (!isLost) return { body: { submittedAt: writtenDesk.submittedAt, hash: writtenDesk.hash } };
    isLost = false;
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  renderPage(<Desk id={11} expertId={1} />);
  fireEvent.click(await screen.findByRole('radio', { name: '评分' }));
  fireEvent.click(screen.getByRole('button', { name: '提交评审' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: '提交' }));
  await within(dialog).findByText('没有收到服务器的答复，请再点一次「提交」，不会重复提交');
  onOwnReviewChanged();
  fireEvent.click(within(dialog).getByRole('button', { name: '提交' }));
  expect(await screen.findByText(/^已提交 2026/)).toBeDefined();
});

test('Shift+↑ from the conclusion leads to the last criterion', async () => {
  vi.stubGlobal('IDBKeyRange', { bound: () => undefined });
  const server = serve();
  const desk: ReviewDesk = { ...writtenDesk, state: 'reviewing', submittedAt: null, hash: null };
  server.on({ ...reviewApi.read, path: '/api/review/11' }, () => ({ body: desk }));
  withoutNeighbours(server);
  renderPage(<Desk id={11} expertId={1} />);
  fireEvent.click(await screen.findByRole('radio', { name: '评分' }));
  const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key, shiftKey: true });
  const levels = screen.getAllByRole('radio', { name: /^优秀/ });
  screen.getByRole('radio', { name: '同意' }).focus();
  press('ArrowUp');
  expect(document.activeElement).toBe(levels.at(-1));
  press('ArrowUp');
  expect(document.activeElement).toBe(levels.at(-2));
});
