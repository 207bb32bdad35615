import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { uploadApi } from '@zhiping/shared/contracts/upload.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage, serve } from '../../testing/render-page.tsx';
import { useResumableUploads } from './use-resumable-uploads.ts';

const onUploaded = vi.fn<() => Promise<void>>();
const file = new File(['%PDF'], '论文.pdf');

const Uploads = () => {
  const { uploads, add, remove } = useResumableUploads(onUploaded);
  return (
    <>
      <button onClick={() => void add([file])}>上传</button>
      {uploads.map(({ key, name }) => (
        <button key={key} onClick={() => remove(key)}>
          取消 {name}
        </button>
      ))}
    </>
  );
};

afterEach(() => vi.restoreAllMocks());

test('an upload that is cancelled while a part is hashed sends no part and is not used', async () => {
  const id = '3f2b8c1e-0000-4000-8000-000000000001';
  const server = serve();
  server.on(uploadApi.create, () => ({ status: 201, body: { id, offset: 0 } }));
  server.on({ ...uploadApi.remove, path: `/api/upload/${id}` }, () => ({ status: 204 }));
  const send = vi.fn<(body: unknown) => void>();
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      upload = new EventTarget();
      status = 200;
      responseText = JSON.stringify({ offset: file.size });
      open() {}
      setRequestHeader() {}
      abort() {}
      send(body: unknown) {
        send(body);
        this.dispatchEvent(new Event('load'));
      }
    },
  );
  const hash = Promise.withResolvers<ArrayBuffer>();
  const hashing = vi.spyOn(crypto.subtle, 'digest').mockReturnValue(hash.promise);
  renderPage(<Uploads />);
  await userEvent.click(screen.getByText('上传'));
  await vi.waitUntil(() => hashing.mock.calls.length > 0);
  await userEvent.click(screen.getByText('取消 论文.pdf'));
  hash.resolve(new ArrayBuffer(32));
  await vi.waitUntil(() => server.callsOf({ ...uploadApi.remove, path: `/api/upload/${id}` }).length > 0);
  expect(send).not.toHaveBeenCalled();
  expect(onUploaded).not.toHaveBeenCalled();
});
