import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TextField } from './TextField.tsx';

const text = { key: 'opinion', name: '评审意见', hint: '', least: 0, most: 100, required: true };

test.each([
  ['without a hint', '', ['3 字']],
  ['with a hint', '请写明理由', ['请写明理由', '3 字']],
])('a text %s is described by parts that exist', (_, hint, described) => {
  render(<TextField text={{ ...text, hint }} value="同意。" hasTriedSubmit={false} onChange={() => {}} />);
  const ids = screen.getByRole('textbox').getAttribute('aria-describedby')!.split(' ');
  expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual(described);
});
