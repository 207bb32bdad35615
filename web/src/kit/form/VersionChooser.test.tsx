import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { VersionChooser } from './VersionChooser.tsx';

test('mine stands for every part until the other version is chosen, and the heading has the focus', () => {
  const onResolve = vi.fn<(taken: readonly string[]) => void>();
  render(
    <VersionChooser
      heading={<h2 tabIndex={-1}>内容有两个版本</h2>}
      about="请逐项选择"
      mineName="这台设备"
      theirName="另一台设备"
      parts={[
        { key: 'name', label: '姓名', mine: '甲', theirs: '乙' },
        { key: 'post', label: '职务', mine: '院长', theirs: '系主任' },
      ]}
      onResolve={onResolve}
    />,
  );
  expect(document.activeElement).toBe(screen.getByRole('heading'));
  const resolve = () => fireEvent.click(screen.getByRole('button', { name: '采用所选内容' }));
  resolve();
  fireEvent.click(screen.getByRole('radio', { name: '另一台设备 系主任' }));
  resolve();
  expect(onResolve.mock.calls).toEqual([[[]], [['post']]]);
});
