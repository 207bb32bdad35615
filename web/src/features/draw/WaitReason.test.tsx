import { screen } from '@testing-library/react';
import type { Draw } from '@zhiping/shared/contracts/draw.ts';
import { expect, test } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { WaitReason } from './WaitReason.tsx';

const show = (waits: Draw['waits']) =>
  renderPage(<WaitReason draw={{ state: 'planned', cycleId: 2, waits } as Draw} />);

test('a draw that waits for conflicts links to them, whatever the words', () => {
  show({ code: 'draw.conflicts', message: '利害关系正在更新' });
  expect(screen.getByText('利害关系正在更新')).toBeDefined();
  expect(screen.getByRole('link').getAttribute('href')).toContain('/review/conflict?cycleId=2');
});

test('a draw of a suspended cycle says so without a link to conflicts', () => {
  show({ code: 'draw.suspended', message: '批次已暂停：回避名单有误' });
  expect(screen.getByText('批次已暂停：回避名单有误')).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
});

test('a draw whose projects cannot be read yet links to their copies', () => {
  show({ code: 'draw.unreadable', message: '盲审副本还没有全部放行：1 份申报' });
  expect(screen.getByRole('link').getAttribute('href')).toContain('/review/blind?cycleId=2');
});
