import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { savedViewApi, type SavedView } from '@zhiping/shared/contracts/saved-view.ts';
import { Button, Form, Input } from 'antd';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refresh } from '../../lib/query-client.ts';
import { FormProblem } from '../display/FormProblem.tsx';
import { useSubmit } from '../form/use-submit.ts';

type Props = { view: SavedView; isShown: boolean; onChoose: () => void };

const Rename = ({ view, onEnd }: { view: SavedView; onEnd: () => void }) => {
  const [form] = Form.useForm<{ name: string }>();
  const { submit, isSending, problem } = useSubmit(form, async ({ name }) => {
    await call(savedViewApi.rename, { params: { id: view.id }, body: { name }, quiet: true });
    await refresh(savedViewApi.list);
    onEnd();
  });
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    // Keeps the enclosing panel open.
    event.stopPropagation();
    onEnd();
  };
  return (
    <Form
      form={form}
      name={`rename-view-${view.id}`}
      className="rename-view"
      initialValues={{ name: view.name }}
      onFinish={submit}
      onKeyDown={leave}
    >
      <Form.Item
        name="name"
        label="新名称"
        layout="vertical"
        rules={[{ required: true, whitespace: true, message: '请输入视图名称' }]}
      >
        <Input maxLength={30} autoFocus onFocus={({ target }) => target.select()} />
      </Form.Item>
      <FormProblem text={problem} />
      <Button type="primary" htmlType="submit" loading={isSending}>
        保存名称
      </Button>
      <Button onClick={onEnd}>取消</Button>
    </Form>
  );
};

export const SavedViewRow = ({ view, isShown, onChoose }: Props) => {
  const { pathname } = useLocation();
  const [isRenaming, setRenaming] = useState(false);
  const pen = useRef<HTMLButtonElement>(null);
  const wasRenaming = useRef(false);
  useEffect(() => {
    if (wasRenaming.current && !isRenaming) pen.current?.focus();
    wasRenaming.current = isRenaming;
  }, [isRenaming]);

  const restore = async () => {
    await call(savedViewApi.save, { body: { page: pathname, name: view.name, query: view.query } });
    await refresh(savedViewApi.list);
  };
  const remove = async () => {
    await call(savedViewApi.remove, { params: { id: view.id } });
    await refresh(savedViewApi.list);
    const undo = () => void restore().catch(() => undefined);
    notify.success(`视图「${view.name}」已删除`, { label: '撤销', run: undo });
  };
  if (isRenaming)
    return (
      <li>
        <Rename view={view} onEnd={() => setRenaming(false)} />
      </li>
    );
  return (
    <li>
      <Link to={`?${view.query}`} aria-current={isShown ? 'true' : undefined} onClick={onChoose}>
        {view.name}
      </Link>
      <Button
        ref={pen}
        type="text"
        icon={<EditOutlined />}
        aria-label={`重命名视图「${view.name}」`}
        title="重命名"
        onClick={() => setRenaming(true)}
      />
      <Button
        type="text"
        icon={<DeleteOutlined />}
        aria-label={`删除视图「${view.name}」`}
        title="删除"
        // `call` has already shown the error in a notification.
        onClick={() => void remove().catch(() => undefined)}
      />
    </li>
  );
};
