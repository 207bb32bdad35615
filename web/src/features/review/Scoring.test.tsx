import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { reviewApi } from '@zhiping/shared/contracts/review.ts';
import { expect, test, vi } from 'vitest';
import { reading } from '../../lib/query-client.ts';
import { renderPage, serve } from '../../testing/render-page.tsx';
import { Scoring } from './Scoring.tsx';
import { writtenDesk } from './testing/written-desk.ts';

const Reading = () => {
  const { data } = useQuery(reading(reviewApi.read, { params: { id: 11 } }));
  return data ? <Scoring desk={data} next={undefined} /> : null;
};

test('an opinion that was locked meanwhile cannot be recalled, and the button disappears', async () => {
  // Without IndexedDB, as in a browser that blocks it.
  vi.stubGlobal('IDBKeyRange', { bound: () => undefined });
  const server = serve();
  let desk = writtenDesk;
  server.on({ ...reviewApi.read, path: '/api/review/11' }, () => ({ body: desk }));
  server.on({ ...reviewApi.move, path: '/api/review/11/event' }, () => {
    desk = { ...writtenDesk, state: 'locked', can: {} };
    return { status: 400, body: { status: 400, message: '评审任务已锁定，不能撤回修改', code: 'refused' } };
  });
  renderPage(<Reading />);
  fireEvent.click(await screen.findByRole('button', { name: '撤回修改' }));
  const dialog = await screen.findByRole('dialog');
  // A submitted opinion counts until its successor is submitted.
  within(dialog).getByText('修改后请在截止前重新提交。没有重新提交的，仍以这次提交的内容计入结果。');
  fireEvent.click(within(dialog).getByRole('button', { name: '撤回修改' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: '撤回修改' })).toBeNull());
  expect(screen.getAllByText('达到要求').length).toBeGreaterThan(0);
});
