import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { jobApi } from '@zhiping/shared/contracts/job.ts';
import { taskApi } from '@zhiping/shared/contracts/task.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderPage, serve } from '../../testing/render-page.tsx';
import ImportDialog from './ImportDialog.tsx';

const sheet = new File(['rows'], '岗位.xlsx');
const error = { row: 3, field: 'name', column: '岗位名称', value: '', code: 'x', message: '请输入岗位名称' };
const clean = { total: 2, created: 0, failed: 0, errors: [] };
const faulty = { total: 2, created: 0, failed: 1, errors: [error] };

let server: ReturnType<typeof serve>;
beforeEach(() => {
  server = serve();
  server.on(taskApi.latest, () => ({ body: { task: null } }));
});

const open = (allowsPartial = false) => {
  const onClose = vi.fn<() => void>();
  renderPage(
    <ImportDialog
      noun="岗位"
      template={jobApi.template}
      api={jobApi.import}
      background={{ name: 'job', commit: jobApi.commitImport }}
      allowsPartial={allowsPartial}
      refreshes={[jobApi.list]}
      onClose={onClose}
    />,
  );
  return onClose;
};
const choose = () => userEvent.upload(screen.getByLabelText('选择表格文件'), sheet);
const dryRuns = () => server.callsOf(jobApi.import).map(({ query }) => query.get('dryRun'));

test('choosing a sheet only checks it, and submitting stores it', async () => {
  const onClose = open();
  expect(screen.getByRole('button', { name: '提交' }).hasAttribute('disabled')).toBe(true);
  server.on(jobApi.import, ({ query }) => ({
    body: query.get('dryRun') === 'true' ? clean : { ...clean, created: 2 },
  }));
  await choose();
  expect(await screen.findByText(/共 2 条，没有错误，可以提交/)).toBeDefined();
  expect(dryRuns()).toEqual(['true']);
  await userEvent.click(screen.getByRole('button', { name: '提交 2 条' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(dryRuns()).toEqual(['true', 'false']);
});

test('errors are listed by row and column, and prevent submitting', async () => {
  open();
  server.on(jobApi.import, () => ({ body: faulty }));
  await choose();
  const errors = await screen.findByRole('region', { name: '错误明细' });
  expect(within(errors).getByRole('row', { name: '3 岗位名称 请输入岗位名称' })).toBeDefined();
  expect(screen.getByRole('button', { name: '提交' }).hasAttribute('disabled')).toBe(true);
});

test('of a workbook with several sheets the one that was read is named', async () => {
  open();
  server.on(jobApi.import, () => ({ body: { ...clean, sheet: { name: '数据', unread: ['旧表'] } } }));
  await choose();
  expect(await screen.findByText('读取的是工作表「数据」；「旧表」也有这些表头，没有读取')).toBeDefined();
});

test('the button says how many rows are imported where a partial import is allowed', async () => {
  open(true);
  server.on(jobApi.import, () => ({ body: faulty }));
  await choose();
  expect(await screen.findByRole('button', { name: '只导入无误的 1 条' })).toBeDefined();
});

test('an unreadable file shows why, and the next one is read', async () => {
  open();
  server.on(jobApi.import, () => ({ status: 400, body: { message: '不是 Excel 文件', code: 'sheet.kind' } }));
  await choose();
  expect(await screen.findByText('不是 Excel 文件')).toBeDefined();
  server.on(jobApi.import, () => ({ body: clean }));
  await choose();
  expect(await screen.findByText(/没有错误，可以提交/)).toBeDefined();
  expect(screen.queryByText('不是 Excel 文件')).toBeNull();
});
