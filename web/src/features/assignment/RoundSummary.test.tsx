import { fireEvent, screen, within } from '@testing-library/react';
import { assignmentApi, fileMarks } from '@zhiping/shared/contracts/assignment.ts';
import { expect, test } from 'vitest';
import { renderPage, serve } from '../../testing/render-page.tsx';
import { RoundSummary } from './RoundSummary.tsx';

const marks = Object.fromEntries(Object.keys(fileMarks).map((mark) => [mark, 0]));
const open = {
  files: 48,
  places: 144,
  filled: 144,
  proposed: 0,
  submitted: 144,
  overdue: 0,
  meanMatch: 87,
  worstFile: 43,
  loads: [],
  marks: { ...marks, done: 48, wide: 5 },
  closedAt: null,
  outcomes: null,
  releasedAt: null,
  dueAt: '2026-12-08 23:59:59',
  lastDueAt: null,
  isOver: false,
  next: null,
  can: { close: true, publish: '结束送审后才能公布结果' },
};
const show = (summary: object) => {
  const server = serve();
  server.on(assignmentApi.summary, () => ({ body: { ...open, ...summary } }));
  renderPage(<RoundSummary cycleId={2} />);
  return server;
};
const asked = async (verb: string) => {
  fireEvent.click(await screen.findByRole('button', { name: verb }));
  return within(await screen.findByRole('dialog'));
};

test('closing a round shows how many opinions are locked, that the time is not over, and which projects to check first', async () => {
  show({});
  const dialog = await asked('结束送审');
  expect(dialog.getByText(/^48 份材料的 144 份意见全部锁定/)).toBeTruthy();
  expect(dialog.getByText(/^评审截止时间 2026-12-08 23:59:59 还没有到/)).toBeTruthy();
  expect(dialog.getByText(/^其中 5 份材料的专家分差大/)).toBeTruthy();
});

test('before its end a round is closed with a reason, by a second person', async () => {
  const server = show({});
  server.on(assignmentApi.close, () => ({ body: { confirmationId: 7 } }));
  const dialog = await asked('结束送审');
  fireEvent.change(dialog.getByRole('textbox', { name: '提前结束的原因' }), { target: { value: '已交齐' } });
  fireEvent.click(dialog.getByRole('button', { name: '提请复核' }));
  expect(await screen.findByText('已提出，他人复核后结束送审')).toBeTruthy();
  expect(server.callsOf(assignmentApi.close).map(({ body }) => body)).toEqual([
    { cycleId: 2, reason: '已交齐' },
  ]);
});

test('a later deadline of a single expert is shown before the round is closed', async () => {
  show({ lastDueAt: '2026-12-12 23:59:59' });
  expect(await screen.findByText(/个别专家延至 2026-12-12 23:59:59/)).toBeTruthy();
  const dialog = await asked('结束送审');
  expect(dialog.getByText(/^专家最晚的截止时间 2026-12-12 23:59:59 还没有到/)).toBeTruthy();
});

test('a round that is over, without wide differences, shows no further warnings', async () => {
  show({ isOver: true, marks: { ...marks, done: 48 } });
  const dialog = await asked('结束送审');
  expect(dialog.queryByText(/还没有到|分差大/)).toBeNull();
});

test('a closed round shows its outcomes, each number links to a list, and they are shown again before publication', async () => {
  show({
    closedAt: '2026-12-09 09:00:00',
    outcomes: { pass: 47, fail: 1 },
    can: { close: '送审已结束', publish: true },
  });
  const link = await screen.findByRole('link', { name: '未通过 1' });
  expect(link.getAttribute('href')).toContain('outcome=fail');
  const dialog = await asked('公布结果');
  expect(dialog.getByText(/^通过 47 份，未通过 1 份。申报人和学校将看到/)).toBeTruthy();
});
