import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { expect, test } from 'vitest';
import { renderPage, serve } from '../../testing/render-page.tsx';
import { PhoneCodeStep } from './PhoneCodeStep.tsx';

const open = (username: string, mayBeWithout = false) =>
  renderPage(
    <PhoneCodeStep
      code=""
      onCode={() => undefined}
      problem={undefined}
      username={username}
      mayBeWithout={mayBeWithout}
    />,
  );
const phone = () => screen.getByLabelText<HTMLInputElement>('手机号码');

test('a user name that is a phone number fills the phone field and can be corrected', async () => {
  const server = serve();
  server.on(authApi.phoneCode, () => ({ body: { retryAfter: 60 } }));
  open('13791190021');
  expect(phone().value).toBe('13791190021');
  expect(screen.queryByText(/此步留空/)).toBeNull();
  await userEvent.clear(phone());
  expect(phone().value).toBe('');
  await userEvent.type(phone(), '13791190022');
  await userEvent.click(screen.getByRole('button', { name: '获取短信验证码' }));
  await screen.findByRole('button', { name: /秒后重发/ });
  expect(server.callsOf(authApi.phoneCode)[0]?.query.get('phoneNumber')).toBe('13791190022');
});

test('a number may be pasted with the code of the country and hyphens', async () => {
  const server = serve();
  server.on(authApi.phoneCode, () => ({ body: { retryAfter: 60 } }));
  open('expert001');
  await userEvent.click(phone());
  await userEvent.paste('+86 139-1234-7777');
  await userEvent.click(screen.getByRole('button', { name: '获取短信验证码' }));
  await screen.findByRole('button', { name: /秒后重发/ });
  expect(server.callsOf(authApi.phoneCode)[0]?.query.get('phoneNumber')).toBe('13912347777');
});

test('any other user name leaves the phone field empty, and an account without a phone may skip the step', () => {
  open('expert001', true);
  expect(phone().value).toBe('');
  expect(screen.getByText(/此步留空/)).toBeDefined();
});
