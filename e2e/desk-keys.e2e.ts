import { readFile } from 'node:fs/promises';
import { writeXlsx } from 'hucre/xlsx';
import { readSheet } from '../server/src/platform/sheets/sheet-reader.ts';
import { expectNoAxeFindings } from './support/axe.ts';
import {
  beginWriting,
  DESK_LIST,
  expertsWith,
  openLastTask,
  OPINION,
  opinion,
  points,
  saved,
} from './support/desk.ts';
import { tabTo } from './support/keys.ts';
import { login, loginElsewhere } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('an expert signs, reads, scores, writes and hands in without a mouse', async ({ page }) => {
  const own = (await expertsWith(page.request, 'unsigned')).at(-1)!;
  await login(page, own, DESK_LIST);
  const { keyboard } = page;
  await tabTo(page, page.getByRole('link', { name: '去签署' }));
  await keyboard.press('Enter');
  const agree = page.getByRole('checkbox', { name: /我已阅读并承诺/ });
  await tabTo(page, agree);
  await keyboard.press('Space');
  await expect(agree).toBeChecked();
  await tabTo(page, page.getByRole('button', { name: '签署承诺' }));
  await keyboard.press('Enter');
  await expect(page.getByText(/材料可以评审了/).first()).toBeVisible();

  await tabTo(page, page.getByRole('link', { name: /^开始评审 / }).first());
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '代表作', exact: true })).toBeVisible();
  // Screen readers announce the new position.
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused();

  // The first file, and back.
  await keyboard.press('f');
  const first = page.getByRole('region', { name: '第 1 页' });
  await expect(first.getByText('问题的提出').first()).toBeVisible();
  await keyboard.press('g');
  await keyboard.press('m');
  await expect(page.getByRole('button', { name: '返回材料' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '代表作', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /代表作 1/ })).toBeFocused();

  // The width of both sides.
  const splitter = page.getByRole('separator', { name: /材料与评分的分界/ });
  await tabTo(page, splitter);
  await expect(splitter).toHaveAttribute('aria-valuenow', '70');
  await keyboard.press('ArrowLeft');
  await keyboard.press('PageDown');
  await expect(splitter).toHaveAttribute('aria-valuenow', '58');

  // Each criterion by its level, the last one by its points.
  await keyboard.press('g');
  await keyboard.press('s');
  const count = await points(page).count();
  for (let index = 0; index < count; index += 1) {
    await keyboard.press('2');
    await expect(points(page).nth(index)).not.toHaveValue('');
    await keyboard.press('Shift+ArrowDown');
  }
  await tabTo(page, points(page).nth(count - 1));
  await keyboard.type('11');
  // From a number field too, which does not count by itself.
  await keyboard.press('Shift+ArrowUp');
  await keyboard.press('Shift+ArrowDown');
  await expect(page.getByRole('radio', { name: /^优秀/ }).nth(count - 1)).toBeFocused();
  await expect(points(page).nth(count - 1)).toHaveValue('11');
  await tabTo(page, opinion(page));
  await keyboard.type(OPINION);
  await tabTo(page, page.getByRole('radio', { name: '同意', exact: true }));
  await keyboard.press('Space');
  await saved(page);
  await expectNoAxeFindings(page);
  await keyboard.press('Control+Enter');
  const summary = page.getByRole('dialog', { name: /^提交 .* 的评审意见$/ });
  await tabTo(page, summary.getByRole('button', { name: '提交', exact: true }));
  await keyboard.press('Enter');
  await expect(page.getByText(/^已提交 \d{4}/)).toBeVisible();

  await page.reload();
  await expect(splitter).toHaveAttribute('aria-valuenow', '58');
});

test('a second device shows both versions, part by part', async ({ page, another }) => {
  const own = (await expertsWith(page.request, 'open')).at(-1)!;
  await beginWriting(page, own, () => opinion(page).fill(`${OPINION}共同的开头。`));

  const phone = await another();
  await phone.setViewportSize({ width: 390, height: 844 });
  await loginElsewhere(
    phone,
    own,
    new URL(page.url()).pathname.replace(/^.*\/web/, '') + new URL(page.url()).search,
  );
  await phone.getByText('评分', { exact: true }).click();
  await expect(opinion(phone)).toHaveValue(/共同的开头。$/);
  await opinion(phone).fill(`${OPINION}手机上写的。`);
  await phone.getByRole('radio', { name: '不同意', exact: true }).check();
  await saved(phone);

  await opinion(page).fill(`${OPINION}电脑上写的。`);
  await expect(page.getByRole('heading', { name: '意见有两个版本' })).toBeVisible();
  await expect(page.getByText(/电脑上写的。$/)).toBeVisible();
  await expect(page.getByText(/手机上写的。$/)).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('radio', { name: /^另一处/ }).check();
  await page.getByRole('button', { name: '采用所选内容' }).click();
  await expect(opinion(page)).toHaveValue(/手机上写的。$/);
  // A field that only the phone changed was merged.
  await expect(page.getByRole('radio', { name: '不同意', exact: true })).toBeChecked();
  await saved(page);

  // The form as a sheet, changed there and here.
  await page.getByRole('button', { name: '离线填写' }).click();
  const dialog = page.getByRole('dialog', { name: '离线填写' });
  await expectNoAxeFindings(page);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '下载评审意见表' }).click();
  const headers = ['标识', '评审项', '要求', '填写'] as const;
  const rows = await readSheet(await readFile(await (await download).path()), headers, 100);
  const sheet = async (values: Record<string, string>) => {
    const cells = rows.map(({ values: row }) => [
      row['标识'],
      row['评审项'],
      row['要求'],
      values[row['标识']] ?? row['填写'],
    ]);
    const bytes = (await writeXlsx({
      sheets: [{ name: '评审意见表', rows: [[...headers], ...cells] }],
    })) as Uint8Array;
    return { name: '意见.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) };
  };
  const input = dialog.getByLabel('选择填好的评审意见表');
  await input.setInputFiles(await sheet({ 'score:topic': '21', 'answer:conclusion': '也许' }));
  await expect(dialog.getByText(/第 3 行「填写」：.*分数应为 0 至 20/)).toBeVisible();
  await expect(dialog.getByText('第 9 行「填写」：结论只能填“同意”或“不同意”')).toBeVisible();
  await expectNoAxeFindings(page);
  await dialog.getByRole('button', { name: '关闭', exact: true }).last().click();
  await opinion(page).fill(`${OPINION}下载之后在这里改的。`);
  await saved(page);
  await page.getByRole('button', { name: '离线填写' }).click();
  await input.setInputFiles(await sheet({ 'score:topic': '19', 'text:opinion': `${OPINION}表格中写的。` }));
  // Values are taken over only after they were shown.
  await expect(dialog.getByText('表格与这里有 2 处不同，还没有读入')).toBeVisible();
  await expect(dialog.getByText('表格中：19')).toBeVisible();
  await expectNoAxeFindings(page);
  await dialog.getByRole('radio', { name: /^表格中/ }).check();
  await dialog.getByRole('button', { name: '读入草稿' }).click();
  await expect(opinion(page)).toHaveValue(/表格中写的。$/);
  await expect(points(page).first()).toHaveValue('19');
  await saved(page);
  await expect(page.getByRole('button', { name: '提交评审' })).toBeVisible();
  await phone.close();
});

test('the line between reading and scoring is dragged, and pages can be dark', async ({ page }) => {
  const own = (await expertsWith(page.request, 'open')).at(-1)!;
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await login(page, own, DESK_LIST);
  await openLastTask(page);
  const splitter = page.getByRole('separator', { name: /材料与评分的分界/ });
  const before = Number(await splitter.getAttribute('aria-valuenow'));
  const { x, y, width, height } = (await splitter.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x - 150, y + height / 2, { steps: 5 });
  await page.mouse.up();
  expect(Number(await splitter.getAttribute('aria-valuenow'))).toBeLessThan(before - 5);
  await page.locator('.desk-files a').first().click();
  const first = page.getByRole('region', { name: '第 1 页' });
  await expect(first).toBeVisible();
  const filter = () =>
    first.locator('.canvasWrapper').evaluate((element) => getComputedStyle(element).filter);
  expect(await filter()).toBe('none');
  await page.getByRole('button', { name: '深色页面' }).click();
  expect(await filter()).toContain('invert');
  await expectNoAxeFindings(page);
  await page.reload();
  await expect(page.getByRole('button', { name: '原色页面' })).toBeVisible();
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expect(page.getByRole('button', { name: '原色页面' })).toBeHidden();
  expect(await filter()).toBe('none');
});
