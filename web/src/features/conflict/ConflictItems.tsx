import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { conflictApi as api, type ConflictRow } from '@zhiping/shared/contracts/conflict.ts';
import { conflictKinds, conflictSources } from '@zhiping/shared/rules/conflict/kinds.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { Failed, Loading } from '../../kit/display/states.tsx';
import { ActionButton } from '../../kit/list/actions/ActionButton.tsx';
import { usePermitted } from '../../kit/list/actions/actions.ts';
import { reading } from '../../lib/query-client.ts';
import { EffectiveTag, OVERRULED } from './EffectiveTag.tsx';
import { usePins } from './use-pins.tsx';

const STEP = 20;

type Props = {
  filters: { projectId: number } | { expertId: number; cycleId?: number };
  /** Title of the row: the other side of the conflict. */
  titleOf: (row: ConflictRow) => ReactNode;
  nameOf: (row: ConflictRow) => string;
  none: string;
};

const Decision = ({ row }: { row: ConflictRow }) => (
  <p className="soft">
    人工判定：{row.pinReason}（{row.pinnedBy ?? '已注销的用户'}，{row.pinnedAt}）
    {row.severity === null && '；现在没有需要回避的依据'}
    {row.pinned !== row.effective && `；${OVERRULED}`}
  </p>
);

/** The conflicts of one project or of one expert, each with its evidence and its actions. */
export const ConflictItems = ({ filters, titleOf, nameOf, none }: Props) => {
  const [size, setSize] = useState(STEP);
  const { actionsOf, dialog } = usePins();
  const permitted = usePermitted();
  const { data, error, refetch, isFetching } = useQuery({
    ...reading(api.list, { query: { ...filters, size } }),
    placeholderData: keepPreviousData,
  });
  if (error) return <Failed what="回避" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading rows={4} />;
  const { content, totalElements } = data;
  return (
    <>
      {content.length === 0 && <p className="soft">{none}</p>}
      <ul className="conflict-items">
        {content.map((row) => (
          <li key={row.id}>
            <div className="conflict-line">
              {titleOf(row)}
              <span>{conflictKinds[row.kind]}</span>
              <EffectiveTag effective={row.effective} pinned={row.pinned} />
              <span className="conflict-acts">
                {permitted(actionsOf(row)).map(({ label, run, reason }) => (
                  <ActionButton
                    key={label}
                    type="text"
                    label={label}
                    aria-label={`${label}：${nameOf(row)}`}
                    reason={reason}
                    run={run!}
                  />
                ))}
              </span>
            </div>
            <p>{row.evidence}</p>
            <p className="soft">依据来源：{conflictSources[row.source]}</p>
            {row.pinned !== null && <Decision row={row} />}
          </li>
        ))}
      </ul>
      {totalElements > content.length && (
        <Button loading={isFetching} onClick={() => setSize(size + STEP)}>
          再显示 {Math.min(STEP, totalElements - content.length)} 条（共 {totalElements} 条）
        </Button>
      )}
      {dialog}
    </>
  );
};
