import { screen } from '@testing-library/react';
import { type Monitor, monitorApi } from '@zhiping/shared/contracts/monitor.ts';
import { expect, test } from 'vitest';
import { renderPage, serve } from '../../testing/render-page.tsx';
import MonitorPage from './MonitorPage.tsx';

const share = { total: '8.0 GiB', used: '4.0 GiB', available: '4.0 GiB', usageRate: '50.00' };
const machine: Omit<Monitor, 'backup'> = {
  version: '0.2.0',
  sys: { os: 'Linux', day: '1 天', ip: '127.0.0.1' },
  cpu: {
    name: 'x',
    package: '1 个物理处理器',
    core: '2 个物理核心',
    coreNumber: 2,
    logic: 2,
    used: '1.00',
    idle: '99.00',
  },
  memory: share,
  swap: share,
  disk: share,
  process: {
    memory: '100.0 MiB',
    delayP50: 1,
    delayP99: 2,
    poolTotal: 1,
    poolIdle: 1,
    poolWaiting: 0,
    openPages: 1,
  },
  time: '10:00:00',
};

const show = (backup: Monitor['backup']) => {
  serve().on(monitorApi.read, () => ({ body: { ...machine, backup } }));
  renderPage(<MonitorPage />);
  return screen.findByRole('heading', { name: '备份' });
};

const good = {
  archive: 'zhiping-2026-09-10T183000.tar.gz',
  size: '1.5 GiB',
  files: 12,
  missing: 0,
  at: '2026-09-11 02:40:00',
};

test('without a backup the page says so', async () => {
  await show({ good: null, failure: null });
  expect(screen.getByText('还没有成功的备份')).toBeTruthy();
});

test('the last good backup stands beside the failure of the last', async () => {
  await show({
    good: { ...good, missing: 2 },
    failure: { problem: '磁盘已满', at: '2026-09-12 02:31:00' },
  });
  expect(screen.getByRole('alert').textContent).toBe('最近一次失败（2026-09-12 02:31:00）：磁盘已满');
  expect(screen.getByText('12 个，缺少 2 个')).toBeTruthy();
  expect(screen.getByText('2026-09-11 02:40:00')).toBeTruthy();
});

test('a complete backup says how many files it has', async () => {
  await show({ good, failure: null });
  expect(screen.getByText('12 个')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
