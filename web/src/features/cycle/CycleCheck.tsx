import {
  CheckCircleOutlined,
  EditOutlined,
  ExclamationCircleOutlined,
  InfoCircleOutlined,
} from '@ant-design/icons';
import { type Cycle, cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { type CycleStep, cycleSteps, type Missing } from '@zhiping/shared/rules/cycle/missing.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { download } from '../../lib/api.ts';
import { CyclePreview } from './CyclePreview.tsx';
import './cycle-check.css';

const Items = ({ items, icon }: { items: readonly Missing[]; icon: ReactNode }) => {
  const [params] = useSearchParams();
  const hrefOf = (step: CycleStep) => {
    const next = new URLSearchParams(params);
    next.set('step', step);
    return `?${next}`;
  };
  return (
    <ul className="check-items">
      {items.map(({ step, message }) => (
        <li key={`${step} ${message}`}>
          {icon} <Link to={hrefOf(step)}>{cycleSteps[step]}</Link>：{message}
        </li>
      ))}
    </ul>
  );
};

/**
 * The frozen versions. The download is the exact file that was hashed, so that readers can check the hash themselves.
 */
const Versions = ({ id, versions }: Pick<Cycle, 'id' | 'versions'>) => (
  <table className="check-table">
    <caption>规则版本</caption>
    <thead>
      <tr>
        <th scope="col">版本</th>
        <th scope="col">时间</th>
        <th scope="col">修改人</th>
        <th scope="col">原因</th>
        <th scope="col">校验值（SHA-256）</th>
      </tr>
    </thead>
    <tbody>
      {versions.map(({ version, createTime, createBy, askedBy, reason, hash }) => (
        <tr key={version}>
          <th scope="row">第 {version} 版</th>
          <td className="check-brief">{createTime}</td>
          <td className="check-brief">{askedBy === null ? createBy : `${askedBy} 提出，${createBy} 复核`}</td>
          <td>{reason ?? '发布'}</td>
          <td>
            <code>{hash}</code>{' '}
            <Button
              size="small"
              aria-label={`下载所冻结的内容：第 ${version} 版`}
              onClick={() =>
                void download(cycleApi.frozen, { params: { id, version } }).catch(() => undefined)
              }
            >
              下载所冻结的内容
            </Button>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const History = ({ history }: Pick<Cycle, 'history'>) => (
  <table className="check-table">
    <caption>经过</caption>
    <thead>
      <tr>
        <th scope="col">时间</th>
        <th scope="col">事项</th>
        <th scope="col">操作人</th>
        <th scope="col">说明</th>
      </tr>
    </thead>
    <tbody>
      {history.map(({ event, by, note, at }) => (
        <tr key={`${at} ${event}`}>
          <td>{at}</td>
          <td>{event}</td>
          <td>{by ?? '到时自动'}</td>
          <td>{note}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** The last step: what is missing, warnings, previews, and the history. */
export const CycleCheck = ({ cycle, unsaved }: { cycle: Cycle; unsaved: readonly CycleStep[] }) => {
  const { missing, warnings, versions, history } = cycle;
  return (
    <section className="step-form" aria-labelledby="cycle-check-title">
      <h2 id="cycle-check-title" tabIndex={-1}>
        核对
      </h2>
      {cycle.state === 'draft' && missing.length > 0 && (
        <>
          <p>还有 {missing.length} 项没有填好，填好后才能发布：</p>
          <Items items={missing} icon={<ExclamationCircleOutlined className="check-missing" />} />
        </>
      )}
      {cycle.state === 'draft' && missing.length === 0 && (
        <p>
          <CheckCircleOutlined className="check-done" /> 各步都已填好，可以发布。
        </p>
      )}
      {warnings.length > 0 && (
        <>
          <p>请留意：</p>
          <Items items={warnings} icon={<InfoCircleOutlined />} />
        </>
      )}
      {unsaved.length > 0 && (
        <>
          <p>以下各步有修改还没有保存，核对和预览都不含这些修改：</p>
          <Items items={unsaved.map((step) => ({ step, message: '有修改未保存' }))} icon={<EditOutlined />} />
        </>
      )}
      <CyclePreview cycle={cycle} />
      {versions.length > 0 && <Versions id={cycle.id} versions={versions} />}
      {history.length > 0 && <History history={history} />}
    </section>
  );
};
