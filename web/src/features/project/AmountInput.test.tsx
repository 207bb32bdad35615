import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { tidyAmount } from '@zhiping/shared/rules/project-form/fields.ts';
import type { Amount } from '@zhiping/shared/rules/project-form/read-amount.ts';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { AmountInput } from './AmountInput.tsx';

const Editor = () => {
  const [value, setValue] = useState<Amount | null>(null);
  return (
    <>
      <AmountInput
        aria-label="经费"
        value={value}
        read={(typed) => tidyAmount('经费', 1_000_000, typed)}
        onChange={setValue}
      />
      <output>{JSON.stringify(value)}</output>
    </>
  );
};

test.each([
  ['500000元', '50', '50'],
  ['0.5亿', '5000', '5000'],
  ['￥500,000.00元', '50', '50'],
  ['1.2亿', '12000万元', '"12000万元"'],
  // A number without a unit stays to be asked about.
  ['500000', '500000', '"500000"'],
  ['12.5', '12.5', '12.5'],
])('%s is shown as %s', async (typed, shown, value) => {
  renderPage(<Editor />);
  const field = screen.getByLabelText<HTMLInputElement>('经费');
  await userEvent.type(field, typed);
  expect(field.value).toBe(typed);
  await userEvent.tab();
  expect(field.value).toBe(shown);
  expect(screen.getByRole('status').textContent).toBe(value);
});
