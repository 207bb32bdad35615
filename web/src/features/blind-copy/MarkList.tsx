import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import type { BlindCopy, BlindMark } from '@zhiping/shared/contracts/blind-copy.ts';
import { markKinds, pageDoubts } from '@zhiping/shared/rules/blind-copy/kinds.ts';
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { text } from '@zhiping/shared/schemas.ts';
import { ReasonDialog } from '../../kit/form/ReasonDialog.tsx';
import { ActionButton } from '../../kit/list/actions/ActionButton.tsx';
import type { BlindWork } from './use-blind-work.ts';

const Reason = z.object({ reason: text('理由', 200) });
const stateWords = { open: '待处理', covered: '已遮盖', ignored: '不遮盖' } as const;
const waitingWords = {
  open: '待处理',
  covered: '遮盖未生效，待检验',
  ignored: '不遮盖未生效，待检验',
} as const;
const stateColors = { open: 'warning', covered: 'processing', ignored: 'default' } as const;

type Listed = Pick<BlindCopy, 'marks' | 'pageList' | 'can' | 'isChanged' | 'coveredAt'>;

/**
 * Whether a decision about a mark is newer than the copy. A hand-drawn mark covers nothing until the server has
 * rendered and verified the copy again. An ignored mark without a reason was only a suggestion and changes nothing in
 * the copy.
 */
const isWaiting = ({ isChanged, coveredAt }: Listed, { state, decidedAt, reason }: BlindMark) =>
  isChanged &&
  decidedAt !== null &&
  (coveredAt === null || decidedAt >= coveredAt) &&
  (state === 'covered' || (state === 'ignored' && reason !== null));

/** Number of pages listed at once. */
const MAX_LISTED = 20;

type Props = {
  copy: Listed;
  page: number;
  selected: number | null;
  onSelect: (mark: BlindMark) => void;
  onTurn: (page: number) => void;
  work: BlindWork;
};

type ItemProps = Omit<Props, 'page' | 'copy' | 'onTurn'> & {
  mark: BlindMark;
  isNotYet: boolean;
  denied: string | undefined;
  mayEdit: boolean;
  onIgnore: () => void;
};

const Item = ({ mark, isNotYet, selected, onSelect, denied, mayEdit, onIgnore, work }: ItemProps) => {
  const words = mark.words || '人工框选的区域';
  return (
    <li className={mark.id === selected ? 'is-selected' : undefined}>
      <button type="button" className="blind-item" onClick={() => onSelect(mark)}>
        <span>
          第 {mark.page} 页 · {markKinds[mark.kind]}
        </span>
        <strong>{words}</strong>
      </button>
      <div className="blind-item-state">
        <Tag color={isNotYet ? 'warning' : stateColors[mark.state]}>
          {(isNotYet ? waitingWords : stateWords)[mark.state]}
        </Tag>
        {mark.reason && <span className="soft">{`${mark.decidedBy}：${mark.reason}`}</span>}
        {mayEdit && mark.source === 'person' && (
          <ActionButton
            label="删除"
            aria-label={`删除第 ${mark.page} 页的人工标记`}
            reason={denied}
            run={() => work.remove([mark.id])}
          />
        )}
        {mayEdit && mark.source === 'machine' && mark.state !== 'covered' && (
          <ActionButton
            label="遮盖"
            aria-label={`遮盖 ${words}`}
            reason={denied}
            run={() => work.cover([mark.id])}
          />
        )}
        {mayEdit && mark.source === 'machine' && mark.state === 'open' && (
          <ActionButton
            label="保留"
            aria-label={`保留 ${words}`}
            reason={denied}
            run={() => work.keep([mark.id])}
          />
        )}
        {mayEdit && mark.source === 'machine' && mark.state === 'covered' && (
          <ActionButton label="不遮盖" aria-label={`不遮盖 ${words}`} reason={denied} run={onIgnore} />
        )}
      </div>
    </li>
  );
};

/** The marks of a copy, open ones first, and the pages that need a manual check. */
export const MarkList = ({ copy, page, selected, onSelect, onTurn, work }: Props) => {
  const [ignored, setIgnored] = useState<BlindMark | null>(null);
  const mayEdit = copy.can.edit !== undefined;
  const denied = reasonOf(copy.can.edit);
  const open = copy.marks.filter(({ state }) => state === 'open');
  const rest = copy.marks.filter(({ state }) => state !== 'open');
  const doubted = copy.pageList.filter(({ doubts }) => doubts.length > 0);
  const here = doubted.find((one) => one.page === page);
  const unchecked = doubted.filter(({ checkedBy }) => checkedBy === null);
  const openIds = open.map(({ id }) => id);
  return (
    <section className="blind-list" aria-label="标记">
      {here && (
        <div className="blind-doubts">
          <h2>第 {page} 页请人工核对</h2>
          <ul>
            {here.doubts.map((doubt) => (
              <li key={doubt}>{pageDoubts[doubt]}</li>
            ))}
          </ul>
          {here.checkedBy !== null && <p className="soft">{here.checkedBy} 已核对</p>}
          {mayEdit && (
            <ActionButton
              label={here.checkedBy === null ? '本页已核对' : '撤销核对'}
              reason={denied}
              run={() => work.check([page], here.checkedBy === null)}
            />
          )}
        </div>
      )}
      {unchecked.length > 0 && (
        <p className="soft">
          待核对的页：
          {unchecked.slice(0, MAX_LISTED).map((one) => (
            <Button
              key={one.page}
              type="link"
              size="small"
              aria-label={`转到第 ${one.page} 页`}
              onClick={() => onTurn(one.page)}
            >
              {one.page}
            </Button>
          ))}
          {unchecked.length > MAX_LISTED && `等 ${unchecked.length} 页`}
        </p>
      )}
      {copy.marks.length === 0 && <p className="soft">没有发现需要遮盖的文字，也没有人工标记</p>}
      <h2>待处理 {open.length}</h2>
      {mayEdit && open.length > 1 && denied === undefined && (
        <div className="blind-all">
          <Button onClick={() => work.cover(openIds)}>全部遮盖</Button>
          <Button onClick={() => work.keep(openIds)}>全部保留</Button>
        </div>
      )}
      {[open, rest].map((marks, index) => (
        <div key={index === 0 ? 'open' : 'rest'}>
          {index === 1 && <h2>已处理 {rest.length}</h2>}
          <ul>
            {marks.map((mark) => (
              <Item
                key={mark.id}
                {...{ mark, selected, onSelect, denied, mayEdit, work }}
                isNotYet={isWaiting(copy, mark)}
                onIgnore={() => setIgnored(mark)}
              />
            ))}
          </ul>
        </div>
      ))}
      {ignored && (
        <ReasonDialog
          title={`不遮盖「${ignored.words}」`}
          verb="不遮盖"
          consequence="评审专家将看到这处文字。您的姓名与理由会记录在案。"
          schema={Reason}
          isDanger
          act={(reason) => work.ignore([ignored.id], reason)}
          onClose={() => setIgnored(null)}
        />
      )}
    </section>
  );
};
