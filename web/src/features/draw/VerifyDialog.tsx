import { COMPARE } from '@zhiping/shared/rules/draw/record-hashes.ts';
import { CheckCircleOutlined, CloseCircleOutlined, InfoCircleOutlined } from '@ant-design/icons';
import type { Finding } from '@zhiping/shared/rules/draw/record-differences.ts';
import { Alert, Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Loading } from '../../kit/display/states.tsx';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import type { Verified } from './verify.worker.ts';
import './draw.css';

type Checked = { name: string; verification: Verified };

/** Far above the size of real records: those of a province are some ten megabytes. */
const MAX_BYTES = 200_000_000;

/** The parts of the record that fail verification, with their content. */
const FailedParts = ({ lines }: { lines: string[] }) => (
  <ul className="draw-where">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);

const FindingIcon = ({ isRight, isLimit }: Finding) => {
  if (isLimit) return <InfoCircleOutlined aria-label="不能证明" />;
  return isRight ? <CheckCircleOutlined aria-label="相符" /> : <CloseCircleOutlined aria-label="不符" />;
};

/** Verifies a record on this machine, in a worker, so that the page stays responsive. Nothing is uploaded. */
export default function VerifyDialog({ onClose }: { onClose: () => void }) {
  const worker = useRef<Worker>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const [isRunning, setRunning] = useState(false);
  const [checked, setChecked] = useState<Checked>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => () => worker.current?.terminate(), []);
  const verify = (file: File) => {
    worker.current?.terminate();
    setChecked(undefined);
    setProblem(file.size > MAX_BYTES ? '文件过大，这不是抽取记录' : undefined);
    if (file.size > MAX_BYTES) return;
    setRunning(true);
    worker.current = new Worker(new URL('verify.worker.ts', import.meta.url), { type: 'module' });
    const fail = () => {
      setRunning(false);
      setProblem('浏览器无法完成验证，请改用命令 npm run draw:verify');
    };
    worker.current.addEventListener('message', ({ data }: MessageEvent<Verified | null>) => {
      if (data === null) return fail();
      setRunning(false);
      setChecked({ name: file.name, verification: data });
    });
    worker.current.addEventListener('error', fail);
    worker.current.postMessage(file);
  };
  return (
    <Dialog
      open
      width={640}
      title="验证抽取记录"
      problem={problem}
      okText="完成"
      cancelButtonProps={{ hidden: true }}
      onOk={onClose}
      onCancel={onClose}
    >
      <p>选择下载的抽取记录（.json）。验证只在这台电脑上进行：核对承诺值、名册、种子，并重新计算整个结果。</p>
      <Button onClick={() => input.current?.click()}>选择抽取记录</Button>
      <input
        ref={input}
        hidden
        type="file"
        accept=".json"
        aria-label="选择抽取记录"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) verify(file);
          // Cleared, so that a corrected file of the same name can be chosen again.
          target.value = '';
        }}
      />
      {isRunning && <Loading rows={3} />}
      {checked && (
        <div role="status" className="draw-verified">
          <Alert
            type={checked.verification.isRight ? 'success' : 'error'}
            showIcon
            title={checked.verification.isRight ? '验证通过：结果可以由任何人重新算出' : '验证不通过'}
            description={checked.name}
          />
          <ul className="draw-findings">
            {checked.verification.findings.map((finding) => (
              <li key={finding.what} className={finding.isRight ? undefined : 'is-wrong'}>
                <FindingIcon {...finding} /> {finding.what}
                {finding.where && <FailedParts lines={finding.where} />}
              </li>
            ))}
          </ul>
          {checked.verification.hashes.length > 0 && (
            <>
              <p>{COMPARE}</p>
              <ul className="draw-findings">
                {checked.verification.hashes.map(({ name, value }) => (
                  <li key={name}>
                    {name} <code>{value}</code>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}
