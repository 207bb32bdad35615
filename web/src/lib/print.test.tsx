import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { copyOf } from './print.ts';

test('a copy shows typed text and the labels of choices, and no password', () => {
  const { container } = render(
    <form>
      <input defaultValue="张三" />
      <textarea defaultValue="意见" />
      <select defaultValue="2">
        <option value="1">教授</option>
        <option value="2">副教授</option>
      </select>
      <input type="password" defaultValue="秘密" />
      <input type="hidden" value="内部编号" />
      <input type="checkbox" defaultChecked />
    </form>,
  );
  const copy = copyOf(container);
  expect(copy.textContent).toBe('张三意见副教授');
  expect(copy.innerHTML).not.toContain('秘密');
  expect(copy.querySelector('input')?.checked).toBe(true);
});
