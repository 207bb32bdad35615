import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { UNKNOWN_SORT } from '@zhiping/shared/constants.ts';
import { jobApi, type Job } from '@zhiping/shared/contracts/job.ts';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { type ExpertProgress, reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import { Input } from 'antd';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useList } from '../../lib/list-state.ts';
import { type Answer, renderPage, serve } from '../../testing/render-page.tsx';
import { editorOf } from '../form/editor.ts';
import { Field } from '../form/Field.tsx';
import { text } from './columns.tsx';
import { TextFilter } from './filters/filters.tsx';
import { ListPage } from './ListPage.tsx';

const job = (id: number, name: string): Job => ({
  id,
  name,
  jobSort: id,
  enabled: true,
  version: 3,
  createTime: '2026-09-01 08:00:00',
});
const jobs = [job(1, '教授'), job(2, '讲师')];

const editor = editorOf({
  api: jobApi,
  allow: { create: 'job:add', update: 'job:edit' },
  valuesOf: (row: Job | undefined) => ({
    name: row?.name,
    jobSort: row?.jobSort ?? 9,
    enabled: row?.enabled ?? true,
  }),
  fields: () => (
    <Field schema={jobApi.create.body} name="name" label="岗位名称">
      <Input />
    </Field>
  ),
});

const Jobs = () => {
  const list = useList(jobApi.list);
  return (
    <ListPage
      title="岗位管理"
      row={{
        noun: '岗位',
        idOf: ({ id }) => id,
        nameOf: ({ name }) => name,
        factsOf: ({ jobSort }) => `排序 ${jobSort}`,
      }}
      list={list}
      columns={[text('name', '岗位名称', { isLink: true, sort: 'name' })]}
      search={<TextFilter list={list} name="name" label="岗位名称" />}
      work={{ editor, removal: { api: jobApi.remove, allow: 'job:del' } }}
    />
  );
};

const Experts = () => {
  const list = useList(reviewBoardApi.experts);
  return (
    <ListPage
      title="评审进度"
      row={{
        noun: '专家进度',
        idOf: ({ expertId }) => expertId,
        keyParam: 'expertId',
        nameOf: ({ name }) => name,
        factsOf: ({ schoolName }) => schoolName,
      }}
      list={list}
      columns={[text('name', '专家', { isLink: true })]}
      search={<TextFilter list={list} name="blurry" label="专家姓名" />}
    />
  );
};

const Standing = () => {
  const list = useList(projectListApi.supervised);
  return (
    <ListPage
      title="申报进度"
      row={{ noun: '申报', idOf: ({ no }) => no, nameOf: ({ no }) => no, factsOf: ({ no }) => no }}
      list={list}
      columns={[text('no', '编号', { isLink: true })]}
      search={null}
    />
  );
};

let server: ReturnType<typeof serve>;
const answer = (content: Job[]): Answer => ({ body: { content, totalElements: content.length } });
beforeEach(() => {
  server = serve();
  server.on(jobApi.list, ({ query }) => {
    const [name, id] = [query.get('name'), query.get('id')];
    return answer(jobs.filter((one) => (!name || one.name.includes(name)) && (!id || String(one.id) === id)));
  });
});

const open = (at = '/system/job', roles?: string[]) => renderPage(<Jobs />, { at, ...(roles && { roles }) });

describe('a list', () => {
  test('says that it loads, then how many rows there are, and names each row in its actions', async () => {
    open();
    expect(screen.getByText('正在加载')).toBeDefined();
    expect(await screen.findByRole('link', { name: '教授' })).toBeDefined();
    expect(screen.getAllByText('共 2 条')[0]).toBeDefined();
    expect(screen.getByRole('link', { name: '编辑 教授' })).toBeDefined();
    expect(screen.getByRole('checkbox', { name: '选择 教授' })).toBeDefined();
    expect(screen.getByRole('button', { name: /^(更多操作|删除) 教授$/ })).toBeDefined();
    expect(screen.queryByText('正在加载')).toBeNull();
  });

  test('distinguishes an empty register from a search without a match, which one button clears', async () => {
    server.on(jobApi.list, ({ query }) => answer(query.has('name') ? [] : jobs));
    open('/system/job?name=没有');
    await userEvent.click(await screen.findByRole('button', { name: '清空条件' }));
    expect(await screen.findByRole('link', { name: '教授' })).toBeDefined();
    expect(window.location.search).toBe('');

    server.on(jobApi.list, () => answer([]));
    open();
    expect(await screen.findByText('还没有岗位')).toBeDefined();
  });

  test('shows the error with the number of the request, and retries on request', async () => {
    server.on(jobApi.list, () => ({
      status: 500,
      body: { message: '系统繁忙', code: 'internal', requestId: 'r-1' },
    }));
    open();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('系统繁忙');
    expect(alert.textContent).toContain('r-1');
    server.on(jobApi.list, () => answer(jobs));
    await userEvent.click(within(alert).getByRole('button', { name: '重试' }));
    expect(await screen.findByRole('link', { name: '教授' })).toBeDefined();
  });

  test('searches while the user types, and keeps the search in the address', async () => {
    open();
    await screen.findByRole('link', { name: '讲师' });
    await userEvent.type(screen.getByRole('searchbox', { name: '岗位名称' }), '教');
    await screen.findAllByText('共 1 条');
    expect(new URLSearchParams(window.location.search).get('name')).toBe('教');
  });

  test.each(['0', '1', '-3', '1.5', 'x'])(
    'removes the invalid page number %s from its address',
    async (page) => {
      open(`/system/job?page=${page}&name=教`);
      await screen.findAllByText('共 1 条');
      expect(new URLSearchParams(window.location.search).has('page')).toBe(false);
      expect(new URLSearchParams(window.location.search).get('name')).toBe('教');
    },
  );

  test('opens a row by its address, and says if there is none', async () => {
    open('/system/job?view=2');
    const detail = await screen.findByRole('dialog');
    expect(detail.textContent).toContain('排序 2');
    await userEvent.click(within(detail).getByRole('button', { name: '关闭详情' }));
    expect(window.location.search).toBe('');

    open('/system/job?view=7');
    expect((await screen.findByText(/没有找到这条岗位/)).textContent).toContain('可能已被删除');
  });

  test('fetches a row of another page by its own key, with the required parameters and without filters', async () => {
    const expert = (expertId: number, name: string) =>
      ({ expertId, name, schoolName: `${name}的学校` }) as ExpertProgress;
    server.on(reviewBoardApi.experts, ({ query }) => ({
      body: {
        content: query.get('expertId') === '7' ? [expert(7, '张三')] : [expert(1, '李四')],
        totalElements: 60,
      },
    }));
    renderPage(<Experts />, { at: '/review/progress?cycleId=2&blurry=李&page=2&view=7' });
    expect((await screen.findByRole('dialog')).textContent).toContain('张三的学校');
    const asked = server.callsOf(reviewBoardApi.experts).map(({ query }) => query.toString());
    expect(asked[1]).toBe('cycleId=2&expertId=7&page=0&size=1');
  });

  test('does not call a row deleted that it cannot look for on other pages', async () => {
    server.on(projectListApi.supervised, () => ({ body: { content: [], totalElements: 0 } }));
    renderPage(<Standing />, { at: '/project/standing?view=7' });
    expect(await screen.findByText('这一页没有这条申报，请在列表中查找')).toBeDefined();
    expect(server.callsOf(projectListApi.supervised)).toHaveLength(1);
  });

  test('offers no action without the permission', async () => {
    open('/system/job', ['job:list']);
    await screen.findByRole('link', { name: '教授' });
    expect(screen.queryByRole('button', { name: '新增岗位' })).toBeNull();
    expect(screen.queryByRole('link', { name: '编辑 教授' })).toBeNull();
    expect(screen.queryByRole('columnheader', { name: '操作' })).toBeNull();
  });

  test('has a column of actions for users with a permission', async () => {
    open();
    expect(await screen.findByRole('columnheader', { name: '操作' })).toBeDefined();
  });

  test('drops an order that the server does not know, with a note, and keeps the rest of its address', async () => {
    server.on(jobApi.list, ({ query }) =>
      query.getAll('sort').join().startsWith('nonsense')
        ? { status: 400, body: { message: '不能这样排序', code: UNKNOWN_SORT } }
        : answer(jobs),
    );
    open('/system/job?sort=nonsense,asc&enabled=true');
    expect((await screen.findAllByText(/不能按 nonsense 排序.*默认顺序/))[0]).toBeDefined();
    expect(await screen.findByRole('link', { name: '教授' })).toBeDefined();
    expect(window.location.search).toBe('?enabled=true');
  });

  test('counts pages from one in its address, and from zero in its requests', async () => {
    server.on(jobApi.list, () => ({ body: { content: jobs, totalElements: 60 } }));
    open();
    await screen.findByRole('link', { name: '教授' });
    const page = (number: string) => screen.getByRole('listitem', { name: number });
    expect(page('1').className).toContain('active');
    await userEvent.click(within(page('3')).getByText('3'));
    await vi.waitFor(() => expect(page('3').className).toContain('active'));
    expect(new URLSearchParams(window.location.search).get('page')).toBe('3');
    expect(server.callsOf(jobApi.list).map(({ query }) => query.get('page'))).toEqual(['0', '2']);
  });
});

describe('the selection of a list', () => {
  const remove = async () => {
    open();
    await screen.findByRole('link', { name: '教授' });
    await userEvent.click(screen.getAllByRole('checkbox')[0]!);
    expect(screen.getAllByText('已选 2 项')[0]).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: '删除' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: '删除' }));
  };

  test('is deleted after a confirmation, and each row that stays says why', async () => {
    server.on(jobApi.remove, () => ({
      body: { succeeded: 1, failed: [{ id: 2, name: '讲师', message: '还有用户担任这个岗位' }] },
    }));
    await remove();
    expect((await screen.findAllByText(/还有用户担任这个岗位/))[0]).toBeDefined();
    expect(server.callsOf(jobApi.remove)[0]?.body).toEqual([1, 2]);
  });
});

describe('the form of a list', () => {
  const edit = async (at = '/system/job?edit=1') => {
    open(at);
    const form = await screen.findByRole('dialog');
    return { form, name: within(form).getByLabelText('岗位名称') };
  };
  const save = () => userEvent.click(screen.getByRole('button', { name: '保存' }));

  test('sends the typed values with the version that was read', async () => {
    const { name } = await edit();
    server.on(jobApi.update, () => ({ status: 204 }));
    await userEvent.clear(name);
    await userEvent.type(name, '研究员');
    await save();
    await screen.findAllByText('岗位已保存');
    expect(server.callsOf(jobApi.update)[0]?.body).toMatchObject({ id: 1, name: '研究员', version: 3 });
    expect(window.location.search).toBe('');
  });

  test('sends nothing that its schema refuses, and shows why at the field', async () => {
    const { name, form } = await edit('/system/job?edit=new');
    await userEvent.type(name, ' ');
    await save();
    expect(await within(form).findByText('请输入岗位名称')).toBeDefined();
    expect(server.callsOf(jobApi.create)).toEqual([]);
  });

  test.each([
    [500, '系统繁忙', '系统繁忙'],
    [403, '您没有权限执行这个操作', '您没有权限执行这个操作'],
  ])('keeps the typed values when saving fails with %i', async (status, message, shown) => {
    const { name, form } = await edit();
    server.on(jobApi.update, () => ({ status, body: { message, code: 'x' } }));
    await userEvent.type(name, '二级');
    await save();
    expect((await within(form).findByRole('alert')).textContent).toContain(shown);
    expect((name as HTMLInputElement).value).toBe('教授二级');
  });

  test('shows what another user has saved meanwhile, and saves either of the two', async () => {
    const { name, form } = await edit();
    const latest = { ...job(1, '正教授'), version: 4 };
    server.on(jobApi.list, () => answer([latest, jobs[1]!]));
    server.on(jobApi.update, ({ body }) =>
      (body as Job).version === 4
        ? { status: 204 }
        : { status: 409, body: { message: '王某刚才修改了这条数据', code: 'edit.conflict' } },
    );
    await userEvent.type(name, '二级');
    await save();
    expect(await within(form).findByText('最新：正教授')).toBeDefined();
    await userEvent.click(within(form).getByRole('button', { name: '保留我的' }));
    await save();
    await screen.findAllByText('岗位已保存');
    expect(server.callsOf(jobApi.update).at(-1)?.body).toMatchObject({ name: '教授二级', version: 4 });
  });
});
