import { screen } from '@testing-library/react';
import { dashboardApi } from '@zhiping/shared/contracts/dashboard.ts';
import { expect, test } from 'vitest';
import { renderPage, serve } from '../../testing/render-page.tsx';
import DashboardPage from './DashboardPage.tsx';

const queue = { code: 'changed', title: '待审核变更', to: null, rows: [] };
const figure = { code: 'ended', label: '任期已到期', to: null };
const show = (queued: number, ended: number) => {
  serve().on(dashboardApi.read, () => ({
    body: {
      audience: 'office',
      queues: [{ ...queue, total: queued }],
      figures: [{ ...figure, value: ended }],
      todos: [],
      expert: null,
      notices: [],
    },
  }));
  renderPage(<DashboardPage />);
};

test('an empty dashboard says so and shows no zeros', async () => {
  show(0, 0);
  expect((await screen.findByRole('region', { name: '待办事项' })).textContent).toContain('没有待办事项');
  expect(screen.queryByRole('region', { name: /待审核变更/ })).toBeNull();
  expect(screen.queryByText('任期已到期')).toBeNull();
});

test('a dashboard with work shows it without the empty sections', async () => {
  show(2, 1);
  await screen.findByRole('region', { name: '待审核变更 2' });
  expect(screen.getByText('任期已到期')).toBeDefined();
  expect(screen.queryByRole('region', { name: '待办事项' })).toBeNull();
});

test('an expert continues with the first waiting project', async () => {
  const rows = [
    { id: 7, name: '9A4JFG', note: '评审中', to: '/desk/task?task=7', reminder: null },
    { id: 8, name: 'SKMRVJ', note: '待评审', to: '/desk/task?task=8', reminder: null },
  ];
  serve().on(dashboardApi.read, () => ({
    body: {
      audience: 'expert',
      queues: [{ code: 'toReview', title: '待评审材料', total: 2, to: '/desk/task', rows }],
      figures: [],
      todos: [],
      expert: null,
      notices: [],
    },
  }));
  renderPage(<DashboardPage />);
  const link = await screen.findByRole('link', { name: '继续评审' });
  expect(link.getAttribute('href')).toMatch(/\/desk\/task\?task=7$/);
});
