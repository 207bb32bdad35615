import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { DayInput } from './DayInput.tsx';

const Day = ({ withTime = false }: { withTime?: boolean }) => {
  const [day, setDay] = useState('');
  return <DayInput aria-label="日期" value={day} onChange={setDay} withTime={withTime} />;
};
const field = () => screen.getByLabelText<HTMLInputElement>('日期');

test.each([
  ['2026-9-1', '2026-09-01'],
  ['２０２６年９月１日', '2026-09-01'],
  ['20260901', '2026-09-01'],
  ['2026/9/1', '2026-09-01'],
  // An invalid day stays as typed, so that the form's rule can report it.
  ['九月', '九月'],
])('%s becomes %s when the field loses the focus', async (typed, day) => {
  render(<Day />);
  await userEvent.type(field(), typed);
  await userEvent.tab();
  expect(field().value).toBe(day);
});

test('Enter tidies the day too', async () => {
  render(<Day />);
  await userEvent.type(field(), '2026-9-1{Enter}');
  expect(field().value).toBe('2026-09-01');
});
