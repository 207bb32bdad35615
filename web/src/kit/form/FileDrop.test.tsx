import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { articleApi } from '@zhiping/shared/contracts/article.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { FileDrop } from './FileDrop.tsx';

/** A fake XMLHttpRequest; the test triggers its progress and its answer. */
class FakeRequest extends EventTarget {
  static open: FakeRequest[] = [];
  upload = new EventTarget();
  status = 0;
  responseText = '';
  name = '';
  open() {}
  setRequestHeader() {}
  abort() {}
  send(body: FormData) {
    this.name = (body.get('file') as File).name;
    FakeRequest.open.push(this);
  }
  reportProgress(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));
  }
  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.dispatchEvent(new Event('load'));
  }
}
beforeEach(() => {
  FakeRequest.open = [];
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});

const onUploaded = vi.fn<(answer: unknown) => void>();
const open = () =>
  renderPage(
    <FileDrop
      endpoint={articleApi.upload}
      accept=".pdf"
      label="上传附件"
      hint="每个不超过 50 MB"
      onUploaded={onUploaded}
    />,
  );
const file = (name: string) => new File(['%PDF'], name, { type: 'application/pdf' });
const nth = (index: number) => vi.waitUntil(() => FakeRequest.open[index]);

test('files are uploaded one after the other, each with its progress', async () => {
  open();
  await userEvent.upload(screen.getByLabelText('上传附件', { selector: 'input' }), [
    file('一.pdf'),
    file('二.pdf'),
  ]);
  const first = await nth(0);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 5))).toEqual([
    '一.pdf',
    '二.pdf',
  ]);
  first.reportProgress(3, 4);
  const bar = await screen.findByRole('progressbar', { name: '一.pdf 的上传进度' });
  await vi.waitUntil(() => bar.getAttribute('aria-valuenow') === '75');
  expect(FakeRequest.open).toHaveLength(1);
  first.answer(201, { id: 7 });
  expect((await nth(1)).name).toBe('二.pdf');
  expect(onUploaded).toHaveBeenCalledWith({ id: 7 });
});

test('a refused file shows its reason until it is dismissed, and the next file is uploaded', async () => {
  open();
  const area = screen.getByRole('button', { name: /上传附件/ }).parentElement!;
  fireEvent.drop(area, { dataTransfer: { files: [file('坏.pdf'), file('好.pdf')] } });
  (await nth(0)).answer(400, { code: 'file.broken', message: '文件已损坏，不能打开' });
  const told = await screen.findByRole('alert');
  expect(told.textContent).toBe('文件已损坏，不能打开');
  (await nth(1)).answer(201, { id: 8 });
  await vi.waitUntil(() => screen.queryByText('好.pdf') === null);
  await userEvent.click(screen.getByRole('button', { name: '知道了：坏.pdf' }));
  expect(screen.queryByText('坏.pdf')).toBeNull();
});
