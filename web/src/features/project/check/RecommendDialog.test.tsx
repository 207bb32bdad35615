import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import type { CheckedProject } from '@zhiping/shared/contracts/project-views.ts';
import { expect, test, vi } from 'vitest';
import { renderPage, serve } from '../../../testing/render-page.tsx';
import { CheckContext, type CheckWork } from './check-context.ts';
import { RecommendDialog } from './RecommendDialog.tsx';

const open = (isAllowed: boolean) => {
  const server = serve();
  const asked = vi.fn<(body: unknown) => void>();
  server.on(projectListApi.list, () => ({ body: { content: [], totalElements: 0 } }));
  server.on({ ...projectApi.askException, path: '/api/project/7/recommend-exception' }, ({ body }) => {
    asked(body);
    return { status: 201, body: { id: 1 } };
  });
  const project = {
    id: 7,
    version: 3,
    person: { name: '张三' },
    voteException: { isAllowed, asked: null },
  } as CheckedProject;
  const onClose = vi.fn<() => void>();
  renderPage(
    <CheckContext value={{ project } as CheckWork}>
      <RecommendDialog onClose={onClose} />
    </CheckContext>,
  );
  return { asked, onClose };
};

const fill = (inFavour: string, against: string) => {
  for (const [label, typed] of [
    ['应到人数', '11'],
    ['实到人数', '10'],
    ['赞成票', inFavour],
    ['反对票', against],
    ['弃权票', '0'],
    ['评议日期', '2026-01-15'],
    ['评议地点', '会议室'],
    ['推荐意见', '同意推荐'],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value: typed } });
};

test('a vote without majority cannot be sent where the cycle allows no exception', async () => {
  const { asked } = open(false);
  fill('2', '8');
  expect(screen.getByRole('status').textContent).toContain('本批次不允许例外');
  expect(screen.queryByLabelText('例外理由')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: '提出例外推荐' }));
  expect((await screen.findByRole('alert')).textContent).toContain('不能推荐');
  expect(asked).not.toHaveBeenCalled();
});

test('where it allows one, a reason is asked for and the request is sent for a second person', async () => {
  const { asked, onClose } = open(true);
  fill('6', '4');
  expect(screen.getByRole('button', { name: '确认推荐' })).toBeTruthy();
  expect(screen.queryByLabelText('例外理由')).toBeNull();
  fill('2', '8');
  await userEvent.click(await screen.findByRole('button', { name: '提出例外推荐' }));
  expect((await screen.findByRole('alert')).textContent).toContain('请填写例外理由');
  fireEvent.change(screen.getByLabelText('例外理由'), { target: { value: '两名评委误投' } });
  await userEvent.click(screen.getByRole('button', { name: '提出例外推荐' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(asked.mock.calls[0]![0]).toMatchObject({
    version: 3,
    inFavour: 2,
    against: 8,
    reason: '两名评委误投',
  });
});
