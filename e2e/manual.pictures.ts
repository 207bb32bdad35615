import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { type Account, expert, expertToConfirm, office, school } from './support/accounts.ts';
import { login } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const directory = new URL('../server/src/demo/articles/pictures/', import.meta.url);

type Picture = {
  name: string;
  account: Account;
  path: string;
  /** From the page to what the picture is of. */
  open?: (page: Page) => Promise<unknown>;
  /** Visible once everything is loaded. */
  shows: (page: Page) => Locator;
};

const main = (page: Page) => page.getByRole('main');
const link = (page: Page, name: string | RegExp) => main(page).getByRole('link', { name }).first().click();
const row = (page: Page) => main(page).getByRole('row').nth(1);
const section = (name: string | RegExp) => (page: Page) => main(page).getByRole('heading', { name }).first();
const checked = '/review/project?state=submitted&checkStep=school';

const pictures: Picture[] = [
  { name: 'confirm', account: expertToConfirm, path: '/', shows: section('请核对您的信息') },
  { name: 'tasks', account: expert, path: '/desk/task', shows: section(/^2026/) },
  {
    name: 'desk',
    account: expert,
    path: '/desk/task',
    open: (page) => link(page, /^继续评审 /),
    shows: section('代表作'),
  },
  { name: 'rules', account: office, path: '/review/rules', shows: section(/./) },
  {
    name: 'eligibility',
    account: office,
    path: '/review/project?state=reported',
    open: (page) => link(page, /^审核/),
    shows: section(/的申报$/),
  },
  {
    name: 'blind-copy',
    account: office,
    path: '/review/blind?state=released',
    open: (page) => link(page, /^打开/),
    shows: (page) => page.getByRole('region', { name: '对照核对' }).getByRole('img').nth(1),
  },
  {
    name: 'draw',
    account: office,
    path: '/review/draw',
    open: (page) => link(page, /^打开/),
    shows: section('监督员'),
  },
  { name: 'progress', account: office, path: '/review/progress', shows: row },
  { name: 'teachers', account: school, path: '/pool/teacher', shows: row },
  {
    name: 'check',
    account: school,
    path: checked,
    open: (page) => link(page, /^审核/),
    shows: section(/的申报$/),
  },
  {
    name: 'recommend',
    account: school,
    path: checked,
    open: async (page) => {
      await link(page, /^审核/);
      await main(page).getByRole('button', { name: '推荐', exact: true }).click();
    },
    shows: (page) => page.getByRole('dialog', { name: /^推荐/ }),
  },
  { name: 'publicity', account: school, path: '/review/publicity', shows: row },
];

/** Without the menu, so that the words can be read in an article. */
const shownPart = async (page: Page) =>
  (await page.getByRole('dialog').isVisible()) ? page.getByRole('dialog') : main(page);
const arePicturesRead = () => [...document.images].every((image) => image.complete);

for (const { name, account, path, open, shows } of pictures)
  test(name, async ({ page }) => {
    await login(page, account, path);
    await open?.(page);
    await expect(shows(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.waitForFunction(arePicturesRead);
    const part = await shownPart(page);
    await writeFile(new URL(`${name}.png`, directory), await part.screenshot({ animations: 'disabled' }));
  });
