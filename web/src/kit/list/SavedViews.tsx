import { useQuery } from '@tanstack/react-query';
import { savedViewApi } from '@zhiping/shared/contracts/saved-view.ts';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { reading, refresh } from '../../lib/query-client.ts';
import { FormProblem } from '../display/FormProblem.tsx';
import { SavedViewRow } from './SavedViewRow.tsx';
import './saved-views.css';
import { Failed, Loading } from '../display/states.tsx';
import { useSubmit } from '../form/use-submit.ts';

/** Parameters that do not belong to the list: an open row, and the page number. */
const TRANSIENT_PARAMS = ['view', 'edit', 'page'];

const queryOf = (search: string) => {
  const params = new URLSearchParams(search);
  for (const name of TRANSIENT_PARAMS) params.delete(name);
  params.sort();
  return params.toString();
};

/** The saved views of this list, and a form that saves the current one. */
export default function SavedViews({ onChoose }: { onChoose: () => void }) {
  const { pathname, search } = useLocation();
  const current = queryOf(search);
  const { data: views, error, refetch } = useQuery(reading(savedViewApi.list, { query: { page: pathname } }));
  const [form] = Form.useForm<{ name: string }>();
  const [name, setName] = useState('');
  const isKnown = views?.some((view) => view.name === name.trim());

  const { submit, isSending, problem } = useSubmit(form, async (values) => {
    await call(savedViewApi.save, {
      body: { page: pathname, query: current, name: values.name },
      quiet: true,
    });
    await refresh(savedViewApi.list);
    form.resetFields();
    setName('');
    notify.success(`视图「${values.name}」已保存`);
  });

  if (error) return <Failed what="视图" error={error} onRetry={() => void refetch()} />;
  if (!views) return <Loading rows={3} />;
  return (
    <div className="saved-views-panel">
      {views.length === 0 ? (
        <p>还没有保存的视图。先设置筛选条件或排序，再取个名字保存。</p>
      ) : (
        <ul className="saved-views">
          {views.map((view) => (
            <SavedViewRow key={view.id} view={view} isShown={view.query === current} onChoose={onChoose} />
          ))}
        </ul>
      )}
      <Form form={form} name="saved-view" layout="vertical" onFinish={submit}>
        <Form.Item
          name="name"
          label="保存当前条件"
          rules={[{ required: true, whitespace: true, message: '请输入视图名称' }]}
          extra={current === '' ? '当前没有筛选条件和排序' : undefined}
        >
          <Input placeholder="视图名称" maxLength={30} onChange={({ target }) => setName(target.value)} />
        </Form.Item>
        <FormProblem text={problem} />
        <Button type="primary" htmlType="submit" loading={isSending} disabled={current === ''}>
          {isKnown ? '覆盖同名视图' : '保存为视图'}
        </Button>
      </Form>
    </div>
  );
}
