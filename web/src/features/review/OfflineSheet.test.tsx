import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { reviewApi } from '@zhiping/shared/contracts/review.ts';
import { expect, test, vi } from 'vitest';
import { renderPage, serve } from '../../testing/render-page.tsx';
import { OfflineSheet } from './OfflineSheet.tsx';
import { writtenDesk } from './testing/written-desk.ts';

test('equal problems in two columns of a row are listed with their own columns', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const server = serve();
  const problem = { row: 3, message: '不能修改' };
  server.on({ ...reviewApi.readSheet, path: '/api/review/11/sheet' }, () => ({
    body: {
      base: writtenDesk.opinion,
      opinion: null,
      problems: [
        { ...problem, column: '项目' },
        { ...problem, column: '要求' },
      ],
    },
  }));
  const work = { compare: vi.fn<never>(), bring: vi.fn<never>() };
  renderPage(<OfflineSheet desk={writtenDesk} work={work} />);
  await userEvent.click(screen.getByRole('button', { name: '离线填写' }));
  await userEvent.upload(
    await screen.findByLabelText('选择填好的评审意见表'),
    new File(['x'], '意见.xlsx', {
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    }),
  );
  const found = await screen.findAllByText(/不能修改/);
  expect(found.map(({ textContent }) => textContent)).toEqual([
    '第 3 行「项目」：不能修改',
    '第 3 行「要求」：不能修改',
  ]);
  expect(logged.mock.calls.flat().join()).not.toContain('same key');
  logged.mockRestore();
});
