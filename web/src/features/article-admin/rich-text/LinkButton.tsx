import { LinkOutlined } from '@ant-design/icons';
import type { Editor } from '@tiptap/core';
import { Button, Form, Input, Space } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../../kit/layout/Dialog.tsx';

const addressRule = { pattern: /^https?:\/\/\S+$/i, message: '链接地址应以 http:// 或 https:// 开头' };

type Address = { href: string };

/** Turns the selection into a link; without a selection, the address becomes the text. */
export const LinkButton = ({ editor }: { editor: Editor }) => {
  const [form] = Form.useForm<Address>();
  const [isOpen, setOpen] = useState(false);

  const open = () => {
    form.setFieldsValue({ href: (editor.getAttributes('link') as Partial<Address>).href ?? '' });
    setOpen(true);
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    setOpen(false);
  };
  const apply = ({ href }: Address) => {
    const chain = editor.chain().focus().extendMarkRange('link');
    const hasWords = !editor.state.selection.empty || editor.isActive('link');
    if (hasWords) chain.setLink({ href }).run();
    else chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
    setOpen(false);
  };

  return (
    <>
      <Button
        type="text"
        size="small"
        icon={<LinkOutlined />}
        aria-label="插入链接"
        title="插入链接"
        onClick={open}
      />
      <Dialog title="插入链接" open={isOpen} footer={null} onCancel={() => setOpen(false)}>
        <Form form={form} layout="vertical" onFinish={apply}>
          <Form.Item
            name="href"
            label="链接地址"
            validateFirst
            rules={[{ required: true, message: '请输入链接地址' }, addressRule]}
          >
            <Input inputMode="url" placeholder="https://" autoFocus />
          </Form.Item>
          <Space>
            <Button type="primary" htmlType="submit">
              插入
            </Button>
            {editor.isActive('link') && <Button onClick={remove}>取消链接</Button>}
          </Space>
        </Form>
      </Dialog>
    </>
  );
};
