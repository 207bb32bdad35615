import type { Page } from '@playwright/test';
import { office, plainUser, school, sysadmin } from './support/accounts.ts';
import { expectNoAxeFindings } from './support/axe.ts';
import { heading, login, openFromMenu, web } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const notices = '/article/notice/index';

/** Every run of a story writes a notice of its own, since all stories share one server. */
const titleOf = (page: Page) => `只给学校的通知 ${page.viewportSize()!.width} ${Date.now()}`;

const write = async (page: Page, title: string) => {
  await page.getByRole('button', { name: '新增公告' }).click();
  await expect(heading(page, '新增公告')).toBeVisible();
  await page.getByRole('textbox', { name: '标题' }).fill(title);
  const body = page.getByRole('textbox', { name: '正文' });
  await body.click();
  await page.getByRole('button', { name: '大标题' }).click();
  await page.keyboard.type('一、材料');
  await page.keyboard.press('Enter');
  await page.keyboard.type('请按时提交');
};

const chooseAudience = async (page: Page, role: string) => {
  await page.getByRole('combobox', { name: '可见范围' }).fill(role);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
};

const save = async (page: Page) => {
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(heading(page, '公告管理')).toBeVisible();
};

test('the office writes a notice for one role, and only that role reads it', async ({ page, another }) => {
  await login(page, office);
  await openFromMenu(page, ['系统管理', '内容与数据'], '公告管理');
  const title = titleOf(page);
  await write(page, title);
  await chooseAudience(page, '学校');
  await page.getByRole('radio', { name: '发布', exact: true }).check();
  await page.getByRole('button', { name: '预览' }).click();
  const preview = page.getByRole('dialog', { name: '预览' });
  await expect(preview.getByRole('heading', { name: '一、材料' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();
  await expectNoAxeFindings(page);
  await save(page);

  const reader = await another();
  await login(reader, school, notices);
  await reader.getByRole('link', { name: title }).click();
  await expect(heading(reader, title)).toBeVisible();
  await expect(reader.getByText('请按时提交')).toBeVisible();
  await reader.close();

  const stranger = await another();
  await login(stranger, plainUser, notices);
  await expect(stranger.getByRole('link', { name: '关于加强账号安全的提醒' })).toBeVisible();
  await expect(stranger.getByRole('link', { name: title })).toHaveCount(0);
  await stranger.close();

  await page.getByRole('button', { name: '刷新列表' }).click();
  await page.getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByRole('dialog', { name: title })).toContainText(/已读人数1 \/ \d+ 人/);
  await expectNoAxeFindings(page);
});

test('a draft stays with its editors, and an old version comes back', async ({ page }) => {
  await login(page, office, '/system/article');
  const title = titleOf(page);
  await write(page, title);
  await save(page);
  const row = page.getByRole('row', { name: new RegExp(title) });
  await expect(row).toContainText('草稿');

  await row.getByRole('link', { name: '编辑' }).click();
  await page.getByRole('textbox', { name: '标题' }).fill(`${title} 改`);
  await save(page);
  await page.getByRole('link', { name: `${title} 改`, exact: true }).click();
  await page.getByRole('link', { name: '恢复第 1 版' }).click();
  await expect(page.getByRole('textbox', { name: '标题' })).toHaveValue(title);
  await expect(page.getByRole('textbox', { name: '正文' })).toContainText('请按时提交');

  await page.goto(web(notices));
  await expect(page.getByRole('link', { name: '关于加强账号安全的提醒' })).toBeVisible();
  await expect(page.getByRole('link', { name: title })).toHaveCount(0);
});

test('a title and a body are asked for at their fields', async ({ page }) => {
  await login(page, office, '/system/article?edit=new');
  await expect(page.getByRole('textbox', { name: '正文' })).toBeVisible();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('请输入标题')).toBeVisible();
  await expect(page.getByText('请输入正文')).toBeVisible();
  await expect(page.getByRole('textbox', { name: '标题' })).toBeFocused();
});

test('input outlives a visit to another page, and a reload', async ({ page }) => {
  await login(page, office, '/system/article');
  const title = titleOf(page);
  await write(page, title);
  await openFromMenu(page, ['专家资源'], '学科目录');
  const tabs = page.getByRole('navigation', { name: '已打开页面' });
  await tabs.getByRole('link', { name: /^公告管理/ }).click();
  await expect(page.getByRole('textbox', { name: '正文' })).toContainText('请按时提交');

  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: '恢复', exact: true }).click();
  await expect(page.getByRole('textbox', { name: '标题' })).toHaveValue(title);
  await expect(page.getByRole('textbox', { name: '正文' })).toContainText('请按时提交');
  await save(page);
  await expect(page.getByRole('row', { name: new RegExp(title) })).toContainText('草稿');
});

test("two users edit one notice: the second sees the other's changes, and both stay", async ({
  page,
  another,
}) => {
  await login(page, office, '/system/article');
  const title = titleOf(page);
  await write(page, title);
  await save(page);
  const open = async (one: Page) => {
    await one
      .getByRole('row', { name: new RegExp(title) })
      .getByRole('link', { name: '编辑' })
      .click();
    await expect(heading(one, '编辑公告')).toBeVisible();
  };
  await open(page);
  const body = page.getByRole('textbox', { name: '正文' });
  await expect(body).toContainText('请按时提交');

  const other = await another();
  await login(other, sysadmin, '/system/article');
  await open(other);
  await other.getByRole('textbox', { name: '标题' }).fill(`${title} 改题`);
  await save(other);
  await other.close();

  await body.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('，逾期不候');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText(/已于 .+ 修改过这条数据/)).toBeVisible();
  await expect(page.getByText('被改动的内容：标题', { exact: true })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: '保留我的' }).click();
  await expect(page.getByRole('textbox', { name: '标题' })).toHaveValue(`${title} 改题`);
  await expect(body).toContainText('请按时提交，逾期不候');
  await save(page);
  await expect(page.getByRole('link', { name: `${title} 改题`, exact: true })).toBeVisible();
});
