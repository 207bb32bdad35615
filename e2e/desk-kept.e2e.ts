import type { Page, Route } from '@playwright/test';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { onlineApi } from '@zhiping/shared/contracts/online.ts';
import { userApi } from '@zhiping/shared/contracts/user.ts';
import { type Account, admin, office2, plainUser, sysadmin } from './support/accounts.ts';
import { callerOf, openSession } from './support/api.ts';
import { expectNoAxeFindings } from './support/axe.ts';
import {
  addText,
  beginWriting,
  OPINION,
  opinion,
  saved,
  seeded,
  storedOpinion,
  type Drawn,
  writeAll,
} from './support/desk.ts';
import { fillLogin, submitLogin } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

// Typed text is never lost. In one worker, so that each story takes an expert of its own.
test.describe.configure({ mode: 'default' });

const experts = JSON.parse(process.env.E2E_EXPERTS ?? '[]') as Drawn[];

const SAVE = '**/api/review/*';
const onPut = (act: (route: Route) => Promise<void>) => (route: Route) =>
  route.request().method() === 'PUT' ? act(route) : route.continue();
const callAs = async (page: Page, account: Account) =>
  callerOf(page.request, await openSession(page.request, account));
const writing = (page: Page, own: Account) =>
  beginWriting(page, own, async () => {
    await opinion(page).fill('写到一半。');
    await opinion(page).fill(OPINION);
  });
const hasTwoVersions = (page: Page) => page.getByRole('heading', { name: '意见有两个版本' });

test('typed text is there again after another tab, and after the list', async ({ page }) => {
  await writing(page, experts[0]!);
  const place = page.url();
  await addText(page, '第一句。');
  await saved(page);

  const tabs = page.getByRole('navigation', { name: '已打开页面' });
  await tabs.getByRole('link', { name: '首页' }).click();
  await expect(opinion(page)).toBeHidden();
  await tabs.getByRole('link', { name: '我的评审' }).click();
  await expect(opinion(page)).toHaveValue(`${OPINION}第一句。`);
  await addText(page, '第二句。');
  await saved(page);

  await page.getByRole('link', { name: '返回列表' }).click();
  await expect(opinion(page)).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(place);
  await expect(opinion(page)).toHaveValue(`${OPINION}第一句。第二句。`);
  // Left before the pause is over.
  await addText(page, '第三句。');
  await page.getByRole('link', { name: '返回列表' }).click();
  await page.goBack();
  await expect(opinion(page)).toHaveValue(`${OPINION}第一句。第二句。第三句。`);
  await expect(hasTwoVersions(page)).toBeHidden();
  await page.reload();
  await expect(opinion(page)).toHaveValue(`${OPINION}第一句。第二句。第三句。`);
});

test('every third request is lost, before the server or behind it, and every key arrives', async ({
  page,
}) => {
  const own = experts[1]!;
  const id = await beginWriting(page, own, writeAll);

  const random = seeded(20_261_124);
  const lost = { before: 0, behind: 0 };
  await page.route('**/title/api/**', async (route) => {
    if (random() > 1 / 3) return route.continue();
    const isBehind = random() < 0.5;
    lost[isBehind ? 'behind' : 'before'] += 1;
    if (isBehind) await route.fetch().catch(() => undefined);
    return route.abort();
  });
  let typed = OPINION;
  for (let sentence = 1; sentence <= 25; sentence += 1) {
    const words = `第${sentence}句，线路时断时续。`;
    await addText(page, words);
    typed += words;
    // Half of the time it goes out at once, half of the time it waits for its pause while the next one is typed.
    if (sentence % 2 === 0) await page.keyboard.press('Control+s');
    if (sentence % 8 === 0) await expect(page.getByText(/^(已保存|保存失败)/)).toBeVisible();
  }
  await expect(opinion(page)).toHaveValue(typed);
  await expect(async () => {
    const done = page.getByText(/^已提交 \d{4}/);
    const send = page.getByRole('dialog').getByRole('button', { name: '提交', exact: true });
    const begin = page.getByRole('button', { name: '提交评审' });
    if (await send.isVisible()) await send.click({ timeout: 30_000 });
    else if (await begin.isVisible()) await begin.click({ timeout: 30_000 });
    expect(await done.isVisible()).toBe(true);
  }).toPass();
  expect(Math.min(lost.before, lost.behind)).toBeGreaterThan(3);
  const { state, opinion: stored } = await storedOpinion(page, own, id);
  expect([state, stored.texts['opinion'], stored.conclusion]).toEqual(['submitted', typed, 'agree']);
});

test('an opinion submitted without hearing the answer is submitted once', async ({ page }) => {
  const own = experts[2]!;
  await beginWriting(page, own, writeAll);
  const submit = '**/api/review/*/submit';
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && /review\/\d+\/sub/.test(request.url())) sent += 1;
  });
  await page.route(submit, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: '提交评审' }).click();
  const dialog = page.getByRole('dialog', { name: /^提交 .* 的评审意见$/ });
  await dialog.getByRole('button', { name: '提交', exact: true }).click();
  await expect(dialog.getByText('没有收到服务器的答复，请再点一次「提交」，不会重复提交')).toBeVisible();
  await page.unroute(submit);
  await dialog.getByRole('button', { name: '提交', exact: true }).click();
  await expect(page.getByText(/^已提交 \d{4}/)).toBeVisible();
  expect(sent).toBe(2);
});

test('a session that an administrator ends takes no word with it', async ({ page }) => {
  const own = experts[3]!;
  const id = await writing(page, own);
  const call = await callAs(page, sysadmin);
  const { content } = await call(onlineApi.list, { query: { blurry: own.username, size: 50 } });
  await page.route(
    SAVE,
    onPut((route) => route.abort()),
  );
  await addText(page, '下线之前的最后一句。');
  await expect(page.getByRole('button', { name: '保存失败，重试' })).toBeVisible();
  await page.unroute(SAVE);
  await call(onlineApi.kick, { body: content.map(({ key }) => key) });
  await expect(page.getByText('当前登录状态已过期，请重新登录！')).toBeVisible();
  await fillLogin(page, own);
  await submitLogin(page);
  await expect(opinion(page)).toHaveValue(`${OPINION}下线之前的最后一句。`);
  await saved(page);
  expect((await storedOpinion(page, own, id)).opinion.texts['opinion']).toMatch(/最后一句。$/);
});

type Ending = { name: string; end: (page: Page, own: Drawn, id: number) => Promise<void>; words: RegExp };
const endings: Ending[] = [
  {
    name: 'whose file goes to somebody else',
    end: async (page, _, id) => {
      const call = await callAs(page, office2);
      const { content: cycles } = await call(cycleApi.list, { query: { size: 100 } });
      const { id: cycleId } = cycles.find(
        ({ state, name }) => state === 'reviewing' && name.includes('第一批'),
      )!;
      const { content } = await call(assignmentApi.files, { query: { cycleId, size: 100 } });
      const { version } = content
        .flatMap((file) => file.experts)
        .find(({ assignmentId }) => assignmentId === id)!;
      await call(assignmentApi.replace, { params: { id }, body: { version, reason: '联系不上' } });
    },
    words: /已不在您的评审任务中/,
  },
  {
    name: 'who loses his role',
    end: async (page, { username }) => {
      const call = await callAs(page, admin);
      const one = async (name: string) =>
        (await call(userApi.list, { query: { blurry: name, size: 5 } })).content.find(
          (user) => user.username === name,
        )!;
      const [{ dept, jobs, ...own }, { roles }] = [await one(username), await one(plainUser.username)];
      await call(userApi.update, {
        body: { ...own, dept: { id: dept!.id }, jobs, roles: roles.map(({ id }) => ({ id })) } as never,
      });
    },
    words: /评审权限已被收回/,
  },
];

for (const [index, { name, end, words }] of endings.entries())
  test(`an expert ${name} while typing keeps the text`, async ({ page }) => {
    const own = experts[4 + index]!;
    const id = await writing(page, own);
    await end(page, own, id);
    await addText(page, '之后写的一句。');
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
    await expect(page.getByRole('button', { name: '复制意见' })).toBeVisible();
    await expect(opinion(page)).toHaveValue(`${OPINION}之后写的一句。`);
    await page.reload();
    const kept = page.getByRole('region', { name: '这台设备上没有提交的内容' });
    await expect(kept.getByText(/之后写的一句。$/)).toBeVisible();
    await expectNoAxeFindings(page);
  });

test('an expert disabled while typing finds the text when enabled again', async ({ page }) => {
  const own = experts[6]!;
  await writing(page, own);
  const call = await callAs(page, office2);
  const enable = (enabled: boolean) =>
    call(expertPoolApi.setEnabled, { body: { id: own.expertId, enabled, reason: '核实身份' } });
  await page.route(
    SAVE,
    onPut((route) => route.abort()),
  );
  await addText(page, '停用之前写的一句。');
  await expect(page.getByRole('button', { name: '保存失败，重试' })).toBeVisible();
  await enable(false);
  await expect(page.getByText('当前登录状态已过期，请重新登录！')).toBeVisible();
  await page.unroute(SAVE);
  await fillLogin(page, own);
  await submitLogin(page);
  await expect(page.getByRole('alert').filter({ hasText: '账号未激活' })).toBeVisible();
  await enable(true);
  await fillLogin(page, own);
  await submitLogin(page);
  await expect(opinion(page)).toHaveValue(`${OPINION}停用之前写的一句。`);
  await saved(page);
});

test('a busy server or a full disk is reported until the text is saved', async ({ page }) => {
  const own = experts[7]!;
  const id = await writing(page, own);
  const full = { status: 503, code: 'service.unavailable', message: '存储空间不足，暂时不能保存' };
  await page.route(
    SAVE,
    onPut((route) => route.fulfill({ status: 503, json: full })),
  );
  await addText(page, '磁盘满的时候写的。');
  await expect(page.getByRole('button', { name: '保存失败，重试' })).toBeVisible();
  await expect(page.getByText(/^已保存/)).toBeHidden();
  expect((await storedOpinion(page, own, id)).opinion.texts['opinion']).toBe(OPINION);
  await page.unroute(SAVE);
  // By itself.
  await saved(page);
  expect((await storedOpinion(page, own, id)).opinion.texts['opinion']).toMatch(/磁盘满的时候写的。$/);
});

const refusals: [string, () => void][] = [
  [
    'refuses its storage',
    () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('refused', 'SecurityError');
      };
    },
  ],
  [
    'has no room left',
    () => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = function set(this: Storage, ...given) {
        if (this === localStorage) throw new DOMException('full', 'QuotaExceededError');
        setItem.apply(this, given);
      };
    },
  ],
];
for (const [index, [name, refuse]] of refusals.entries())
  test(`a browser that ${name} warns, saves, and brings what was typed over a login`, async ({
    page,
    context,
  }) => {
    const own = experts[8 + index]!;
    await page.addInitScript(refuse);
    const asked = page.waitForRequest((request) => request.url().includes('/title/api/'));
    await writing(page, own);
    const { authorization } = await (await asked).allHeaders();
    await expect(page.getByText(/这台设备的浏览器不能暂存内容/)).toBeVisible();
    await expectNoAxeFindings(page);
    await context.setOffline(true);
    await addText(page, '断网时写的。');
    await expect(page.getByText('离线，没有保存，请不要关闭页面')).toBeVisible();
    await expect(
      page.getByText('网络已断开，现在不能读取和保存；请不要关闭页面，恢复后再继续'),
    ).toBeVisible();
    await context.setOffline(false);
    await saved(page);
    await page.route(
      SAVE,
      onPut((route) => route.abort()),
    );
    await addText(page, '会话没有了还在写。');
    await expect(page.getByRole('button', { name: '保存失败，重试' })).toBeVisible();
    await page.request.delete('/title/auth/logout', { headers: { authorization: authorization! } });
    await expect(page.getByText('当前登录状态已过期，请重新登录！')).toBeVisible();
    await page.unroute(SAVE);
    await fillLogin(page, own);
    await submitLogin(page);
    await expect(opinion(page)).toHaveValue(`${OPINION}断网时写的。会话没有了还在写。`);
    await saved(page);
  });
