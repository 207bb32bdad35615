import { databaseApi, deployApi } from '@zhiping/shared/contracts/archive.ts';
import { Alert, Button, Form, Progress } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { upload } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refresh } from '../../lib/query-client.ts';
import './archive.css';
import { FileInput } from './FileInput.tsx';
import { readSignature } from './read-signature.ts';

type Props = {
  kind: 'release' | 'backup';
  noun: string;
  api: typeof deployApi | typeof databaseApi;
};
type Values = { file: File; signature?: File };

const send = async (
  kind: Props['kind'],
  { file, signature }: Values,
  onProgress: (share: number) => void,
) => {
  if (kind === 'backup') return upload(databaseApi.upload, { file, body: {}, quiet: true }, onProgress);
  const body = { signature: await readSignature(signature!) };
  return upload(deployApi.upload, { file, body, quiet: true }, onProgress);
};

const explanations = {
  release: '只接收签名有效的发布包（tar.gz 或 zip）。上传后只保存和供下载，不会被解压或执行。',
  backup: '只接收签名有效、逐项核对无误的备份（tar.gz）。上传后只保存和供下载，不会被恢复或执行。',
};

export const ArchiveUpload = ({ kind, noun, api }: Props) => {
  const [form] = Form.useForm<Values>();
  const [isOpen, setOpen] = useState(false);
  const [share, setShare] = useState(0);
  const { submit, isSending, problem } = useSubmit(form, async (values) => {
    setShare(0);
    await send(kind, values, setShare);
    await refresh(api.list);
    notify.success(`${noun}已核对并保存`);
    setOpen(false);
    form.resetFields();
  });
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        上传{noun}
      </Button>
      <Dialog
        title={`上传${noun}`}
        open={isOpen}
        okText="上传并核对"
        confirmLoading={isSending}
        problem={problem}
        onOk={form.submit}
        onCancel={() => setOpen(false)}
      >
        <Form form={form} layout="vertical" onFinish={submit}>
          <Alert className="form-problem" type="info" showIcon title={explanations[kind]} />
          <Form.Item name="file" label="文件" rules={[{ required: true, message: `请选择${noun}文件` }]}>
            <FileInput accept={kind === 'release' ? '.tar.gz,.tgz,.gz,.zip' : '.tar.gz,.tgz,.gz'} />
          </Form.Item>
          {kind === 'release' && (
            <Form.Item
              name="signature"
              label="签名文件"
              extra="发布时生成的 .sig 文件"
              rules={[{ required: true, message: '请选择签名文件' }]}
            >
              <FileInput accept=".sig,.sign,.txt,.bin" />
            </Form.Item>
          )}
          {isSending && (
            <div className="archive-progress" role="status">
              <Progress percent={Math.round(share * 100)} aria-label="上传进度" />
              {share === 1 && '已传完，正在核对…'}
            </div>
          )}
        </Form>
      </Dialog>
    </>
  );
};
