import { fireEvent, screen, waitFor } from '@testing-library/react';
import { type ReviewTask, reviewApi } from '@zhiping/shared/contracts/review.ts';
import { expect, test, vi } from 'vitest';
import { renderPage, serve } from '../../testing/render-page.tsx';
import CommitmentScreen from './CommitmentScreen.tsx';
import { DeclineButton } from './DeclineButton.tsx';

const taskOf = (assignmentId: number, bagNo: string) => ({
  blind: true,
  assignmentId,
  bagNo,
  cycleId: 2,
  cycleName: '第一批',
  stage: 'external',
  titleSeries: null,
  titleLevel: null,
  titleName: null,
  subject: null,
  status: 'released',
  commitmentSignedAt: null,
  draftSavedAt: null,
  dueAt: null,
  submittedAt: null,
  returnedReason: null,
  isHalted: false,
  workCount: 1,
});
const declined = { event: 'decline', reason: '住院，无法按时完成' };
const text = { title: '评审承诺', body: '本人承诺', version: 3 };

test('an expert signs for the assignments that were shown, and sees the new list if they changed', async () => {
  const server = serve();
  let tasks = [taskOf(11, 'AAAAAA'), taskOf(12, 'BBBBBB')];
  server.on(reviewApi.commitment, () => ({ body: { text, tasks } }));
  server.on(reviewApi.commit, () =>
    tasks.length === 2
      ? { body: { accepted: 2, recused: 0 } }
      : { status: 404, body: { status: 404, message: '评审任务不存在', code: 'not_found' } },
  );
  const onLeave = vi.fn<() => void>();
  renderPage(<CommitmentScreen cycleId={2} onLeave={onLeave} />);
  fireEvent.click(await screen.findByRole('checkbox'));
  // One assignment moves to another expert before the signature.
  tasks = [taskOf(11, 'AAAAAA')];
  fireEvent.click(screen.getByRole('button', { name: '签署承诺' }));
  await screen.findByText(/待签的材料有变动/);
  expect(server.callsOf(reviewApi.commit)[0]?.body).toMatchObject({ assignmentIds: [11, 12], version: 3 });
  await waitFor(() => expect(screen.queryByText('BBBBBB')).toBeNull());
  expect(onLeave).not.toHaveBeenCalled();
});

test('a recusal requires the expert to choose the relation', async () => {
  const server = serve();
  server.on(reviewApi.commitment, () => ({ body: { text, tasks: [taskOf(11, 'AAAAAA')] } }));
  server.on(reviewApi.commit, () => ({ body: { accepted: 0, recused: 1 } }));
  renderPage(<CommitmentScreen cycleId={2} onLeave={vi.fn<() => void>()} />);
  fireEvent.click(await screen.findByRole('checkbox'));
  fireEvent.click(screen.getByRole('radio', { name: '申请回避' }));
  fireEvent.click(screen.getByRole('button', { name: '签署承诺' }));
  await screen.findByText('请选择 AAAAAA 的回避情形');
  expect(server.callsOf(reviewApi.commit)).toEqual([]);
  fireEvent.click(screen.getByRole('radio', { name: '近期合作' }));
  fireEvent.click(screen.getByRole('button', { name: '签署承诺' }));
  await waitFor(() =>
    expect(server.callsOf(reviewApi.commit)[0]?.body).toMatchObject({
      recusals: [{ assignmentId: 11, type: '近期合作', note: null }],
    }),
  );
});

test('an expert can decline before the commitment for a reason other than a conflict', async () => {
  const server = serve();
  server.on({ ...reviewApi.move, path: '/api/review/11/event' }, () => ({ status: 204 }));
  renderPage(<DeclineButton task={taskOf(11, 'AAAAAA') as ReviewTask} />);
  fireEvent.click(screen.getByRole('button', { name: '谢绝评审 AAAAAA' }));
  const give = await screen.findByRole('button', { name: '谢绝评审' });
  fireEvent.click(give);
  await screen.findByText(/请输入原因/);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: declined.reason } });
  fireEvent.click(give);
  await waitFor(() =>
    expect(server.callsOf({ ...reviewApi.move, path: '/api/review/11/event' })[0]?.body).toEqual(declined),
  );
});
