import { fireEvent, screen, within } from '@testing-library/react';
import { integrityApi, type IntegrityRow } from '@zhiping/shared/contracts/integrity.ts';
import { expect, test } from 'vitest';
import { renderPage, serve } from '../../testing/render-page.tsx';
import IntegrityPage from './IntegrityPage.tsx';

const row: IntegrityRow = {
  id: 5,
  name: '端木两人',
  idCard: '1101**********0017',
  role: 'expert',
  since: '2025-03-01',
  until: '2028-03-01',
  isActive: true,
  isWaiting: false,
  asked: null,
  reason: '泄密',
  basis: '文件',
  updateBy: null,
  updateTime: '2026-09-10 10:00:00',
  version: 1,
  can: { change: true },
};

test('what two entered on an expert is taken back by asking a second person', async () => {
  const server = serve();
  server.on(integrityApi.list, () => ({ body: { content: [row], totalElements: 1 } }));
  const askRemoval = { ...integrityApi.askRemoval, path: '/api/integrity/5/removal' };
  server.on(askRemoval, () => ({ status: 201, body: { id: 7 } }));
  renderPage(<IntegrityPage />);
  const direct = screen.queryByRole('link', { name: '编辑 端木两人' });
  expect(direct).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: '提请撤销 端木两人' }));

  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(await dialog.findByRole('textbox', { name: '原因' }), { target: { value: '误录' } });
  fireEvent.click(dialog.getByRole('button', { name: '提请复核' }));
  expect(await screen.findByText('已提出，他人复核后撤销')).toBeTruthy();
  expect(server.callsOf(askRemoval).map(({ body }) => body)).toEqual([{ version: 1, why: '误录' }]);
});
