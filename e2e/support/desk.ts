import type { APIRequestContext, Page } from '@playwright/test';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { reviewApi } from '@zhiping/shared/contracts/review.ts';
import { reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import { DEMO_PASSWORD } from '../../server/src/demo-password.ts';
import * as accounts from './accounts.ts';
import { callerOf, openSession } from './api.ts';
import { login } from './sign-in.ts';
import { expect } from './test.ts';

export const DESK_LIST = '/desk/task';

export const OPINION =
  '申报人研究方向稳定，代表作有创新，论证严谨，本人贡献明确，教学与社会服务也有实绩，达到申报职称的要求，同意推荐。';

export type Drawn = accounts.Account & { expertId: number };

/** Those of other stories, which change who they are and how they sign in. */
const taken = Object.values(accounts).flatMap((one) => (typeof one === 'object' ? one.username : []));

/** Who was drawn depends on the day: experts of the demo's round with such a task, and late ones only if asked for, but none of other stories. */
export const expertsWith = async (
  request: APIRequestContext,
  task: 'unsigned' | 'open' | 'late',
): Promise<Drawn[]> => {
  const call = callerOf(request, await openSession(request, accounts.office2));
  const { content: cycles } = await call(cycleApi.list, { query: { size: 100 } });
  const cycle = cycles.find(({ name, state }) => state === 'reviewing' && name.includes('第一批'))!;
  const { content } = await call(reviewBoardApi.experts, {
    query: { cycleId: cycle.id, task, size: 200, sort: 'name,asc' },
  });
  const drawn = [];
  for (const { expertId, late } of content) {
    if (late > 0 !== (task === 'late')) continue;
    const { content: found } = await call(expertPoolApi.list, { query: { id: expertId } });
    drawn.push({ username: found[0]!.username!, password: DEMO_PASSWORD, expertId: expertId! });
  }
  return drawn.filter(({ username }) => !taken.includes(username));
};

export const saved = (page: Page) => expect(page.getByText(/^已保存 \d\d:\d\d$/)).toBeVisible();

/** The points of each criterion. */
export const points = (page: Page) =>
  page.getByRole('textbox', { name: /得分，满分/ }).or(page.getByRole('spinbutton', { name: /得分，满分/ }));

export const opinion = (page: Page) => page.getByLabel('评审意见', { exact: false }).first();

/** Opens the last unsubmitted assignment of the list. */
export const openLastTask = async (page: Page) => {
  await page
    .getByRole('link', { name: /^(开始|继续)评审 / })
    .last()
    .click();
  await expect(opinion(page)).toBeVisible();
};

/** The id of the file that is open, from its address. */
const openedTask = (page: Page) => Number(new URL(page.url()).searchParams.get('task'));

/** Everything that a form of the demo asks for. */
export const writeAll = async (page: Page, text = OPINION) => {
  await expect(page.getByRole('radio', { name: /^良好/ })).toHaveCount(4);
  for (const level of await page.getByRole('radio', { name: /^良好/ }).all()) await level.check();
  await opinion(page).fill(text);
  await page.getByRole('radio', { name: '同意', exact: true }).check();
};

/** Signs in and has something saved of the last file; answers its id. */
export const beginWriting = async (
  page: Page,
  own: accounts.Account,
  write: (page: Page) => Promise<void> = () => opinion(page).fill(OPINION),
) => {
  await login(page, own, DESK_LIST);
  await openLastTask(page);
  await write(page);
  await saved(page);
  return openedTask(page);
};

/** At the end of what stands there. */
export const addText = async (page: Page, text: string) => {
  await opinion(page).press('Control+End');
  await opinion(page).pressSequentially(text);
};

/** The stored opinion, read with a session of its own. */
export const storedOpinion = async (page: Page, own: accounts.Account, id: number) =>
  callerOf(page.request, await openSession(page.request, own))(reviewApi.read, { params: { id } });

/** The same numbers in every run, between 0 and 1. */
export const seeded = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};
