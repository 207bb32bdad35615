import { fireEvent, screen, waitFor } from '@testing-library/react';
import { type ReviewDesk, reviewApi } from '@zhiping/shared/contracts/review.ts';
import type { FilledForm } from '@zhiping/shared/rules/opinion/opinion.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Answer, renderPage, serve } from '../../testing/render-page.tsx';
import { Scoring } from './Scoring.tsx';
import { writtenDesk } from './testing/written-desk.ts';

const opened: ReviewDesk = { ...writtenDesk, state: 'reviewing', submittedAt: null, hash: null };
const withText = (opinion: string): FilledForm => ({ ...writtenDesk.opinion, texts: { opinion } });
const DRAFT = 'zhiping-draft:1:review-11@other-1';

beforeEach(() => {
  // Without IndexedDB, as in a browser that blocks it: drafts are in the session storage.
  vi.stubGlobal('IDBKeyRange', { bound: () => undefined });
  sessionStorage.clear();
});

type Fault = () => Answer | undefined;

/** A server that keeps every saved version, like the real one. */
const serveOpinion = (first: string, fault: Fault = () => undefined) => {
  const versions = [withText(first)];
  const kept: string[] = [];
  const server = serve();
  const offset = opened.version;
  const current = () => offset + versions.length - 1;
  server.on({ ...reviewApi.read, path: '/api/review/11' }, () => ({
    body: { ...opened, version: current(), opinion: versions.at(-1)! },
  }));
  server.on({ ...reviewApi.save, path: '/api/review/11' }, ({ body }) => {
    const refused = fault();
    if (refused) return refused;
    const { version, opinion, keep } = body as { version: number; opinion: FilledForm; keep: boolean };
    if (version !== current())
      return { status: 409, body: { status: 409, code: 'edit.conflict', message: '已在别处被修改' } };
    // As the server does after so many saves that it keeps one a minute.
    if (keep) kept.push(...[versions.at(-1)!, opinion].map(({ texts }) => texts['opinion'] ?? ''));
    versions.push(opinion);
    return {
      body: { version: current(), savedAt: '2026-11-20 10:00:05', state: 'reviewing', dueAt: null },
    };
  });
  server.on({ ...reviewApi.revisions, path: '/api/review/11/revision' }, ({ query }) => {
    const from = Number(query.get('page')) * Number(query.get('size'));
    return {
      body: {
        totalElements: versions.length,
        content: versions
          .map((opinion, index) => ({ version: offset + index, opinion, savedAt: '2026-11-20 10:00:05' }))
          .toReversed()
          .slice(from, from + Number(query.get('size'))),
      },
    };
  });
  return {
    kept: () => kept,
    texts: () => versions.map(({ texts }) => texts.opinion),
    save: (text: string) => versions.push(withText(text)),
  };
};

const open = (opinion: string, at = '/') =>
  renderPage(<Scoring desk={{ ...opened, opinion: withText(opinion) }} next={undefined} />, { at });
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /评审意见/ });
const type = async (value: string) => fireEvent.change(await field(), { target: { value } });
const leaveField = () => fireEvent.blur(window);

/** Types a text while another device has saved another one. */
const clash = async (fault?: Fault) => {
  const server = serveOpinion('达到要求。', fault);
  open('达到要求。');
  await type('达到要求。电脑上写的。');
  server.save('达到要求。手机上写的。');
  leaveField();
  await screen.findByRole('heading', { name: '意见有两个版本' });
  return server;
};
const choose = (name: string) => {
  fireEvent.click(screen.getByRole('radio', { name }));
  fireEvent.click(screen.getByRole('button', { name: '采用所选内容' }));
};

test('two versions are shown as one text that says where each difference was written', async () => {
  await clash();
  const text = screen.getByText('电脑上写的。').closest('p');
  expect(text?.textContent).toBe('达到要求。这里 电脑上写的。另一处 手机上写的。');
});

test.each([
  ['这里的', '达到要求。电脑上写的。'],
  ['另一处的', '达到要求。手机上写的。'],
  ['两处都保留', '达到要求。电脑上写的。手机上写的。'],
])('after the choice 「%s」 every version is on the server', async (name, chosen) => {
  const server = await clash();
  choose(name);
  expect((await field()).value).toBe(chosen);
  leaveField();
  await waitFor(() => expect(server.texts().at(-1)).toBe(chosen));
  expect(server.kept()).toEqual(expect.arrayContaining(['达到要求。手机上写的。', '达到要求。电脑上写的。']));
});

test('the version that was not chosen survives saves that fail, and is stored later', async () => {
  let isDown = false;
  const server = await clash(() =>
    isDown ? { status: 503, body: { status: 503, message: '维护中' } } : undefined,
  );
  isDown = true;
  choose('另一处的');
  await field();
  leaveField();
  await screen.findByText('保存失败，重试');
  const kept = Object.entries({ ...sessionStorage }).map(([, text]) => String(text));
  expect(kept.some((text) => text.includes('电脑上写的'))).toBe(true);
  isDown = false;
  leaveField();
  await waitFor(() => expect(server.texts().at(-1)).toBe('达到要求。手机上写的。'));
  expect(server.texts()).toContain('达到要求。电脑上写的。');
});

const draftOf = (text: string, aside: readonly FilledForm[] = []) =>
  JSON.stringify({
    owner: 1,
    key: 'review-11@other-1',
    changedAt: 1,
    value: {
      base: { version: 2, value: withText('') },
      value: withText(text),
      sent: [],
      aside,
      about: { bagNo: 'AAAAAA', form: opened.cycle.form, scale: opened.cycle.scale },
    },
  });

test('an earlier draft of this device stays until the choice, and is stored where it is not chosen', async () => {
  sessionStorage.setItem(DRAFT, draftOf('夜里写的。'));
  const server = serveOpinion('早上写的。');
  open('早上写的。');
  await screen.findByRole('heading', { name: '意见有两个版本' });
  leaveField();
  expect(sessionStorage.getItem(DRAFT)).toContain('夜里写的');
  choose('另一处的');
  await field();
  leaveField();
  await waitFor(() => expect(server.texts()).toEqual(['早上写的。', '夜里写的。', '早上写的。']));
});

test('a version that was put aside before a crash is stored at the next opening', async () => {
  sessionStorage.setItem(DRAFT, draftOf('早上写的。', [withText('夜里写的。')]));
  const server = serveOpinion('早上写的。');
  open('早上写的。');
  expect((await field()).value).toBe('早上写的。');
  leaveField();
  await waitFor(() => expect(server.texts()).toEqual(['早上写的。', '夜里写的。', '早上写的。']));
});

test('every saved version can be turned to', async () => {
  const server = serveOpinion('第一版。');
  for (let at = 0; at < 60; at += 1) server.save(`后来的 ${at}。`);
  renderPage(<Scoring desk={opened} next={undefined} />, { at: '/?history=1' });
  await screen.findByText(/^第 63 次/);
  expect(screen.queryByText(/^第 3 次/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '下一页', hidden: true }));
  await screen.findByText(/^第 3 次/);
});

test('an earlier version is restored, and text that was not saved yet enters the history', async () => {
  const server = serveOpinion('第一版。');
  server.save('第二版。');
  renderPage(
    <Scoring
      desk={{ ...opened, version: opened.version + 1, opinion: withText('第二版。') }}
      next={undefined}
    />,
    { at: '/?history=1' },
  );
  await screen.findByText(/第 3 次/);
  await type('还没有保存的。');
  fireEvent.click(screen.getAllByRole('button', { name: '恢复这一版', hidden: true }).at(-1)!);
  await waitFor(async () => expect((await field()).value).toBe('第一版。'));
  leaveField();
  await waitFor(() => expect(server.texts()).toEqual(['第一版。', '第二版。', '还没有保存的。', '第一版。']));
  expect(server.kept()).toContain('还没有保存的。');
});
