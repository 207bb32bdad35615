import { useQuery } from '@tanstack/react-query';
import {
  commitmentApi,
  type CommitmentText,
  type CommitmentVersion,
} from '@zhiping/shared/contracts/commitment.ts';
import { type CommitmentKind, commitmentKinds } from '@zhiping/shared/rules/commitment/kinds.ts';
import { Button, Select } from 'antd';
import { useNavigate, useSearchParams } from 'react-router';
import { PrintButton } from '../../kit/display/PrintButton.tsx';
import { Empty, Failed, Loading } from '../../kit/display/states.tsx';
import { reading } from '../../lib/query-client.ts';
import { CommitmentLetter } from './CommitmentLetter.tsx';
import { lineDiff } from './line-diff.ts';

const marks = { added: '新增', removed: '删去' } as const;

const Changes = ({ before, after }: { before: CommitmentText; after: CommitmentText }) => (
  <div className="commitment-text">
    {lineDiff(`${before.title}\n${before.body}`, `${after.title}\n${after.body}`).map(
      ({ kind, text }, at) => {
        const key = `${at}`;
        if (kind === 'same') return <p key={key}>{text}</p>;
        const Mark = kind === 'added' ? 'ins' : 'del';
        return (
          <p key={key}>
            <Mark>
              <span className="commitment-mark">{marks[kind]}</span>
              {text}
            </Mark>
          </p>
        );
      },
    )}
  </div>
);

const useText = (id: number | undefined) =>
  useQuery({ ...reading(commitmentApi.text, { params: { id: id ?? 0 } }), enabled: id !== undefined });

type Props = { kind: CommitmentKind; versions: readonly CommitmentVersion[]; mayEdit: boolean };

/** One version of a text, optionally compared with the version before. */
export const CommitmentView = ({ kind, versions, mayEdit }: Props) => {
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const chosen = versions.find(({ version }) => String(version) === params.get('version')) ?? versions[0];
  const earlier = versions.find(({ version }) => version === (chosen?.version ?? 0) - 1);
  const isCompared = params.get('compare') === 'true' && earlier !== undefined;
  const text = useText(chosen?.id);
  const before = useText(isCompared ? earlier.id : undefined);

  const set = (changes: Record<string, string | undefined>) =>
    setParams((previous) => {
      const next = new URLSearchParams(previous);
      for (const [name, value] of Object.entries(changes))
        if (value === undefined) next.delete(name);
        else next.set(name, value);
      return next;
    });

  if (!chosen) return <Empty text={`还没有${commitmentKinds[kind]}`} />;
  return (
    <article className="commitment-view">
      <div className="commitment-tools">
        <Select
          aria-label="版本"
          value={chosen.version}
          options={versions.map(({ version, createTime }) => ({
            value: version,
            label: `第 ${version} 版　${createTime.slice(0, 10)}`,
          }))}
          onChange={(version: number) => set({ version: String(version), compare: undefined })}
        />
        {earlier && (
          <Button aria-pressed={isCompared} onClick={() => set({ compare: isCompared ? undefined : 'true' })}>
            {isCompared ? '不再对照' : '对照上一版'}
          </Button>
        )}
        <PrintButton label="打印承诺书" />
        {mayEdit && (
          <Button type="primary" onClick={() => void navigate(`?kind=${kind}&edit=new`)}>
            新版本
          </Button>
        )}
      </div>
      <p className="soft">
        {chosen.createTime}　{chosen.createBy ?? '系统自带'}
        {chosen.reason && `　${chosen.reason}`}
        <br />
        校验值（SHA-256） <code>{chosen.hash}</code>
      </p>
      {text.error && <Failed what="承诺书" error={text.error} onRetry={() => void text.refetch()} />}
      {before.error && <Failed what="上一版" error={before.error} onRetry={() => void before.refetch()} />}
      {text.isPending && <Loading />}
      {text.data && isCompared && before.data && <Changes before={before.data} after={text.data} />}
      {text.data && !isCompared && (
        <div className="commitment-text">
          <h2>{text.data.title}</h2>
          {text.data.body.split('\n').map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      )}
      {text.data && <CommitmentLetter text={text.data} />}
    </article>
  );
};
