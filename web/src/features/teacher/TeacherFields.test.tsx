import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Form } from 'antd';
import { expect, test } from 'vitest';
import { renderPage, serve } from '../../testing/render-page.tsx';
import TeacherFields from './TeacherFields.tsx';

test.each([
  ['手机号码', '+86 139-1234-7777'],
  ['身份证号码', '110101 19880615 8011'],
])('the field %s takes all of %s', async (label, pasted) => {
  serve();
  renderPage(
    <Form>
      <TeacherFields teacher={undefined} />
    </Form>,
  );
  const field = await screen.findByLabelText<HTMLInputElement>(label);
  await userEvent.click(field);
  await userEvent.paste(pasted);
  expect(field.value).toBe(pasted);
});
