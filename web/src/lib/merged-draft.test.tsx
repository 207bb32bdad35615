import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { ApiError } from './api.ts';
import { type Base, type Three, useMergedDraft } from './merged-draft.ts';

type Form = Record<'name' | 'post', string>;
const keys = ['name', 'post'] as const;

const merge = ({ base, mine, theirs }: Three<Form>) => {
  const isMine = (key: keyof Form) => mine[key] !== base[key];
  const clashes = keys.filter((key) => isMine(key) && theirs[key] !== base[key] && mine[key] !== theirs[key]);
  const value = { ...theirs, ...Object.fromEntries(keys.filter(isMine).map((key) => [key, mine[key]])) };
  return { value, clashes };
};

let server: Base<Form> & { history: Form[]; during?: () => Promise<void> };
beforeEach(() => {
  // Without IndexedDB, as in a browser that blocks it: drafts are in the session storage.
  vi.stubGlobal('IDBKeyRange', { bound: () => undefined });
  sessionStorage.clear();
  server = { version: 1, value: { name: '甲', post: '院长' }, history: [] };
});
const store = (value: Form) => {
  server = { ...server, version: server.version + 1, value, history: [...server.history, value] };
  return server.version;
};

const Editor = ({ start }: { start: Base<Form> }) => {
  const { value, conflict, change, resolve, flush } = useMergedDraft<Form, keyof Form>({
    key: 'form-1',
    start,
    about: undefined,
    hasHistory: false,
    read: async () => server,
    save: async (next, version) => {
      await server.during?.();
      if (version !== server.version)
        throw new ApiError(409, { message: '已在别处修改', code: 'edit.conflict' });
      return store(next);
    },
    merge,
    refusalOf: () => undefined,
  });
  if (conflict) return <button onClick={() => resolve(conflict.latest.value)}>用另一处的</button>;
  if (!value) return null;
  return (
    <>
      {keys.map((key) => (
        <input
          key={key}
          aria-label={key}
          value={value[key]}
          onChange={({ target }) => change((before) => ({ ...before, [key]: target.value }))}
        />
      ))}
      <button onClick={() => void flush()}>保存</button>
    </>
  );
};
const open = () => renderPage(<Editor start={{ version: server.version, value: server.value }} />);
const type = async (key: keyof Form, value: string) =>
  fireEvent.change(await screen.findByLabelText(key), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: '保存' }));

test('changes of two devices in different fields are merged and saved', async () => {
  open();
  await type('name', '乙');
  store({ name: '甲', post: '系主任' });
  save();
  await waitFor(() => expect(screen.getByLabelText('post')).toHaveProperty('value', '系主任'));
  save();
  await waitFor(() => expect(server.value).toEqual({ name: '乙', post: '系主任' }));
});

test('input typed during a save follows it', async () => {
  open();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.during = () => promise;
  await type('name', '乙');
  save();
  await type('post', '主任');
  resolve();
  save();
  await waitFor(() => expect(server.value).toEqual({ name: '乙', post: '主任' }));
});

test('a server without a history gets only what was chosen', async () => {
  open();
  await type('name', '乙');
  store({ name: '丙', post: '院长' });
  save();
  fireEvent.click(await screen.findByRole('button', { name: '用另一处的' }));
  await screen.findByLabelText('name');
  save();
  await waitFor(() => expect(server.history).toHaveLength(2));
  expect(server.history.map(({ name }) => name)).toEqual(['丙', '丙']);
});
