import type { Page } from '@playwright/test';
import { admin, office, plainUser, school } from './support/accounts.ts';
import { expectNoAxeFindings } from './support/axe.ts';
import { heading, login, openFromMenu } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const notices = '/article/notice/index';

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const pngFile = (name: string) => ({ name, mimeType: 'image/png', buffer: picture });
const pdfFile = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n附件\n%%EOF\n'),
});

const titleOf = (page: Page) => `带图片和附件的通知 ${page.viewportSize()!.width} ${Date.now()}`;

/** As the clipboard brings a screenshot. */
const pastePicture = (page: Page, name: string) =>
  page.getByRole('textbox', { name: '正文' }).evaluate(
    (editor, { base64, fileName }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], fileName, { type: 'image/png' }));
      editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { base64: picture.toString('base64'), fileName: `${name}.png` },
  );

/** How the server answers this session when it asks for a file as a picture does. */
const statusOf = (page: Page, path: string) =>
  page.evaluate(async (address) => (await fetch(address)).status, path);

test('the office puts a picture and an attachment into a notice; only its readers get them', async ({
  page,
  another,
}) => {
  await login(page, office);
  await openFromMenu(page, ['系统管理', '内容与数据'], '公告管理');
  const title = titleOf(page);
  await page.getByRole('button', { name: '新增公告' }).click();
  await page.getByRole('textbox', { name: '标题' }).fill(title);
  await page.getByRole('textbox', { name: '正文' }).click();
  await page.keyboard.type('流程见图');
  await page.getByLabel('选择要插入的图片').setInputFiles(pngFile('申报流程.png'));
  const inEditor = page.getByRole('textbox', { name: '正文' }).getByRole('img', { name: '申报流程' });
  await expect(inEditor).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await pastePicture(page, '粘贴的图');
  await expect(page.getByRole('img', { name: '粘贴的图' })).toBeVisible();
  await page.locator('input[aria-label="添加附件"]').setInputFiles([pdfFile('申报说明.pdf')]);
  await expect(page.getByRole('list', { name: '已添加的附件' })).toContainText('申报说明.pdf');
  await page.getByRole('combobox', { name: '可见范围' }).fill('学校');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: '发布', exact: true }).check();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(heading(page, '公告管理')).toBeVisible();

  const reader = await another();
  await login(reader, school, notices);
  await reader.getByRole('link', { name: title }).click();
  const shown = reader.getByRole('img', { name: '申报流程' });
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  const link = reader.getByRole('link', { name: '申报说明.pdf' });
  const saved = reader.waitForEvent('download');
  await link.click();
  expect((await saved).suggestedFilename()).toBe('申报说明.pdf');
  await expect(reader.getByRole('img', { name: '粘贴的图' })).toBeVisible();
  await expectNoAxeFindings(reader);
  const paths = [(await shown.getAttribute('src'))!, (await link.getAttribute('href'))!];
  for (const path of paths) expect(await statusOf(reader, path)).toBe(200);
  await reader.close();

  const stranger = await another();
  await login(stranger, plainUser, notices);
  await expect(stranger.getByRole('link', { name: title })).toHaveCount(0);
  for (const path of paths) expect(await statusOf(stranger, path)).toBe(404);
  await stranger.close();
});

test('a file is uploaded, shown, renamed and deleted; a page in disguise is refused', async ({ page }) => {
  await login(page, admin);
  await openFromMenu(page, ['系统管理', '内容与数据'], '文件存储');
  const name = `公章样式 ${Date.now()}`;
  await page.getByRole('button', { name: '上传文件' }).click();
  const dialog = page.getByRole('dialog', { name: '上传文件' });
  const input = dialog.locator('input[type="file"]');
  await input.setInputFiles([
    {
      name: '伪装.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<html><script>alert(1)</script></html>'),
    },
    pngFile(`${name}.png`),
  ]);
  await expect(dialog.getByRole('alert')).toContainText('不支持这种文件');
  await expectNoAxeFindings(page);
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: '文件名或上传人' }).fill(name);
  await page.getByRole('link', { name: `${name}.png`, exact: true }).click();
  const detail = page.getByRole('dialog', { name: `${name}.png`, exact: true });
  await expect(detail.getByRole('img', { name: `${name} 的预览` })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.keyboard.press('Escape');

  const row = page.getByRole('row', { name: new RegExp(name) });
  await row.getByRole('link', { name: '编辑' }).click();
  await page.getByRole('textbox', { name: '文件名' }).fill(`${name} 新`);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByRole('link', { name: `${name} 新.png`, exact: true })).toBeVisible();
  await row.getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(row).toHaveCount(0);
});

test('an archive that cannot be checked is not taken', async ({ page }) => {
  await login(page, admin);
  await openFromMenu(page, ['系统管理', '运行维护'], '发布包与备份');
  await page.getByRole('button', { name: '上传发布包' }).click();
  const release = page.getByRole('dialog', { name: '上传发布包' });
  await release.getByRole('button', { name: '上传并核对' }).click();
  await expect(release.getByText('请选择签名文件')).toBeVisible();
  const file = { name: '职评.tar.gz', mimeType: 'application/gzip', buffer: Buffer.from('hello') };
  await release.getByLabel('文件', { exact: true }).setInputFiles(file);
  await release.getByLabel('签名文件').setInputFiles({ ...file, name: 'x.sig', buffer: Buffer.alloc(64) });
  await release.getByRole('button', { name: '上传并核对' }).click();
  await expect(release.getByRole('alert')).toContainText(['不会被解压或执行', '未配置发布公钥']);
  await page.keyboard.press('Escape');

  await page.getByRole('radiogroup', { name: '种类' }).getByText('备份').click();
  await page.getByRole('button', { name: '上传备份' }).click();
  const backup = page.getByRole('dialog', { name: '上传备份' });
  await backup.getByLabel('文件', { exact: true }).setInputFiles(file);
  await backup.getByRole('button', { name: '上传并核对' }).click();
  await expect(backup.getByText('备份文件无法读取或不完整')).toBeVisible();
  await expectNoAxeFindings(page);
});

test('a notice waits for what is being uploaded, and an upload that fails takes nothing along', async ({
  page,
}) => {
  await login(page, office, '/system/article?edit=new');
  const title = titleOf(page);
  await page.getByRole('textbox', { name: '标题' }).fill(title);
  await page.getByRole('textbox', { name: '正文' }).fill('材料见附件');
  let letThrough = (_arrives: boolean) => {};
  let tellBegun = () => {};
  await page.route('**/api/article/files', async (route) => {
    const arrives = await new Promise<boolean>((resolve) => {
      letThrough = resolve;
      tellBegun();
    });
    await (arrives ? route.continue() : route.abort());
  });
  /** Until the request waits here: it is reported a little earlier. */
  const uploading = () =>
    new Promise<void>((resolve) => {
      tellBegun = resolve;
    });
  const save = page.getByRole('button', { name: '保存', exact: true });
  const choose = (name: string) => page.locator('input[aria-label="添加附件"]').setInputFiles(pdfFile(name));

  let begun = uploading();
  await choose('说明.pdf');
  await begun;
  await save.click();
  await expect(page.getByText('说明.pdf 正在上传，请等上传完成后再保存')).toBeVisible();
  letThrough(true);
  await expect(page.getByRole('list', { name: '已添加的附件' })).toContainText('说明.pdf');
  await expect(page.getByText('请等上传完成后再保存')).toBeHidden();

  begun = uploading();
  await choose('名单.pdf');
  await begun;
  letThrough(false);
  await expect(page.getByRole('alert').filter({ hasText: /失败|无法/ })).toBeVisible();
  await save.click();
  await expect(page.getByText(/名单.pdf 没有上传成功/)).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: '知道了：名单.pdf' }).click();

  // A picture that arrives while another page is open is in the text afterwards.
  begun = uploading();
  await page.getByLabel('选择要插入的图片').setInputFiles(pngFile('流程.png'));
  await begun;
  await openFromMenu(page, ['专家资源'], '学科目录');
  const arrived = page.waitForResponse('**/api/article/files');
  letThrough(true);
  await arrived;
  await page
    .getByRole('navigation', { name: '已打开页面' })
    .getByRole('link', { name: /^公告管理/ })
    .click();
  await expect(page.getByRole('textbox', { name: '正文' }).getByRole('img', { name: '流程' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: '正文' })).toContainText('材料见附件');
  await save.click();
  await expect(heading(page, '公告管理')).toBeVisible();
  await page.getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByRole('dialog', { name: title })).toContainText('说明.pdf');
});
