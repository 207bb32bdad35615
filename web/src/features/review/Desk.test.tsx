import { fireEvent, screen, waitFor } from '@testing-library/react';
import { type ReviewDesk, reviewApi } from '@zhiping/shared/contracts/review.ts';
import { expect, test, vi } from 'vitest';
import { refresh } from '../../lib/query-client.ts';
import { renderPage, serve } from '../../testing/render-page.tsx';
import Desk from './Desk.tsx';
import { writtenDesk } from './testing/written-desk.ts';

test('on a narrow screen whoever hands in sees that he has, and not the materials again', async () => {
  // Without a database, as in a browser that refuses it.
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
  await refresh(reviewApi.read);
  await screen.findByText(/^已提交 2026/);
  await waitFor(() => expect(screen.getByRole('radio', { name: '评分' })).toHaveProperty('checked', true));
});
