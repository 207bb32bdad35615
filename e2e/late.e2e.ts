import { reviewApi } from '@zhiping/shared/contracts/review.ts';
import { office2 } from './support/accounts.ts';
import { callerOf, openSession } from './support/api.ts';
import { expectNoAxeFindings } from './support/axe.ts';
import { DESK_LIST, expertsWith, OPINION, openLastTask } from './support/desk.ts';
import { login, loginElsewhere } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('a late expert asks for more time before typing anything, and writes on once the office agrees', async ({
  page,
  another,
}) => {
  const own = (await expertsWith(page.request, 'late')).at(-1)!;
  await login(page, own, DESK_LIST);
  await expect(page.getByRole('listitem').filter({ hasText: '已逾期' }).first()).toBeVisible();
  const notice = page.getByRole('alert').filter({ hasText: /份已逾期，延期后才能继续/ });
  await expect(notice).toContainText('评审办电话');
  await expectNoAxeFindings(page);
  await notice.getByRole('button', { name: '申请延期' }).click();
  const dialog = page.getByRole('dialog', { name: '申请延期' });
  await dialog.getByRole('textbox', { name: '原因' }).fill('住院两周');
  await expectNoAxeFindings(page);
  await dialog.getByRole('button', { name: /^申\s?请$/ }).click();
  await expect(notice).toContainText('等待评审办答复');

  const desk = await another();
  await loginElsewhere(desk, office2, '/dashboard');
  await desk
    .getByRole('region', { name: /^专家申请延期/ })
    .getByRole('link')
    .first()
    .click();
  await desk
    .getByRole('row')
    .getByRole('button', { name: /^同意延期/ })
    .click();
  const agreed = desk.getByRole('dialog', { name: /的评审期限$/ });
  await expect(agreed).toContainText('专家申请延期的原因：住院两周');
  await expectNoAxeFindings(desk);
  const end = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
  await agreed.getByRole('textbox', { name: '新的截止时间' }).fill(end);
  await agreed.getByRole('textbox', { name: '延长原因' }).fill('住院');
  await agreed.getByRole('button', { name: '延长' }).click();
  await expect(desk.getByText('已延长 1 位专家的期限').last()).toBeVisible();

  // The open list learns it by itself.
  await expect(notice).toBeHidden();
  await expect(page.getByText('已逾期')).toHaveCount(0);
});

test('a desk that is open while the opinion is submitted on another device says so and turns read-only', async ({
  page,
}) => {
  const own = (await expertsWith(page.request, 'open')).at(-2)!;
  await login(page, own, DESK_LIST);
  await openLastTask(page);
  const id = Number(new URL(page.url()).searchParams.get('task'));
  const call = callerOf(page.request, await openSession(page.request, own));
  const { cycle, version } = await call(reviewApi.read, { params: { id } });
  const whole = {
    scores: Object.fromEntries(cycle.form.criteria.map(({ key, weight }) => [key, weight])),
    texts: { opinion: OPINION },
    conclusion: 'agree' as const,
    grade: null,
  };
  await call(reviewApi.save, {
    params: { id },
    body: { version, opinion: whole, client: 'phone', seconds: 60 },
  });
  await call(reviewApi.submit, { params: { id }, body: { version: version + 1 } });
  await expect(page.getByText(/^已在另一台设备于 .* 提交。要修改，请先撤回$/)).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: '撤回修改' })).toBeVisible();
});
