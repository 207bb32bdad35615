import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type ReviewDesk, reviewApi } from '@zhiping/shared/contracts/review.ts';
import { standardForm } from '@zhiping/shared/rules/review-form.ts';
import { expect, test, vi } from 'vitest';
import { reading } from '../../lib/query-client.ts';
import { renderPage, serve } from '../../testing/render-page.tsx';
import { Scoring } from './Scoring.tsx';

const handedIn: ReviewDesk = {
  view: 'expertBlind',
  assignmentId: 11,
  bagNo: 'AAAAAA',
  cycle: {
    id: 2,
    name: '第一批',
    organiser: '省教育厅',
    suspendedReason: null,
    scale: 'conclusion',
    form: standardForm,
    ruleVersion: 1,
  },
  titleSeries: null,
  titleLevel: null,
  titleName: null,
  subjects: [],
  state: 'submitted',
  dueAt: null,
  now: '2026-11-20 10:00:00',
  submittedAt: '2026-11-20 09:00:00',
  returnedReason: null,
  works: [],
  files: [],
  opinion: { scores: {}, texts: { opinion: '达到要求' }, conclusion: 'agree', grade: null },
  version: 3,
  savedAt: '2026-11-20 09:00:00',
  hash: 'abcdef',
  can: { recall: true },
};

const Reading = () => {
  const { data } = useQuery(reading(reviewApi.read, { params: { id: 11 } }));
  return data ? <Scoring desk={data} next={undefined} /> : null;
};

test('an opinion that was locked meanwhile is not taken back, and taking it back is offered no longer', async () => {
  // Without a database, as in a browser that refuses it.
  vi.stubGlobal('IDBKeyRange', { bound: () => undefined });
  const server = serve();
  let desk = handedIn;
  server.on({ ...reviewApi.read, path: '/api/review/11' }, () => ({ body: desk }));
  server.on({ ...reviewApi.move, path: '/api/review/11/event' }, () => {
    desk = { ...handedIn, state: 'locked', can: {} };
    return { status: 400, body: { status: 400, message: '评审任务已锁定，不能撤回修改', code: 'refused' } };
  });
  renderPage(<Reading />);
  fireEvent.click(await screen.findByRole('button', { name: '撤回修改' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: '撤回修改' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: '撤回修改' })).toBeNull());
  expect(screen.getAllByText('达到要求').length).toBeGreaterThan(0);
});
