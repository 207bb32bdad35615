import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Activity, useState } from 'react';
import { expect, test } from 'vitest';
import { useRestored } from './autosave.ts';

const Text = () => {
  const [text, setText] = useState('');
  useRestored<string | null>(null, () => setText('as the server had it'));
  return <input aria-label="opinion" value={text} onChange={({ target }) => setText(target.value)} />;
};
const Page = () => {
  const [isVisible, setVisible] = useState(true);
  return (
    <>
      <button onClick={() => setVisible(!isVisible)}>another tab</button>
      <Activity mode={isVisible ? 'visible' : 'hidden'}>
        <Text />
      </Activity>
    </>
  );
};

test('typed text stays when its tab was hidden and is shown again', async () => {
  const user = userEvent.setup();
  render(<Page />);
  await user.type(screen.getByLabelText('opinion'), ', and more');
  await user.click(screen.getByRole('button'));
  await user.click(screen.getByRole('button'));
  expect(screen.getByLabelText<HTMLInputElement>('opinion').value).toBe('as the server had it, and more');
});
