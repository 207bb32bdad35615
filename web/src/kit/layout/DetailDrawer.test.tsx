import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { DetailDrawer } from './DetailDrawer.tsx';

/** Like a list page: the content follows the address, which is empty once the drawer is closed. */
const DrawerPage = () => {
  const [name, setName] = useState<string>();
  return (
    <>
      <button type="button" onClick={() => setName('张三')}>
        打开
      </button>
      <DetailDrawer
        title={name ?? '没有找到'}
        isOpen={name !== undefined}
        onClose={() => setName(undefined)}
        foot={<button type="button">编辑</button>}
      >
        <p>{name ? `${name}的资料` : '没有找到'}</p>
      </DetailDrawer>
    </>
  );
};

test('the drawer opens with its title, its actions and the print button', async () => {
  renderPage(<DrawerPage />);
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: '打开' }));
  const drawer = await screen.findByRole('dialog', { name: '张三' });
  expect(drawer.textContent).toContain('张三的资料');
  expect(screen.getByRole('button', { name: '编辑' })).toBeDefined();
  expect(screen.getByRole('button', { name: '打印' })).toBeDefined();
});

test('the drawer closes with Escape or its button, and keeps its content while it closes', async () => {
  renderPage(<DrawerPage />);
  await userEvent.click(screen.getByRole('button', { name: '打开' }));
  await screen.findByRole('dialog', { name: '张三' });
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByText('没有找到')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: '打开' }));
  await userEvent.click(await screen.findByRole('button', { name: '关闭详情' }));
  expect(screen.queryByText('没有找到')).toBeNull();
});
