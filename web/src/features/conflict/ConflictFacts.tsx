import type { ConflictRow } from '@zhiping/shared/contracts/conflict.ts';
import { conflictKinds, conflictSources, severities } from '@zhiping/shared/rules/conflict/kinds.ts';
import { Link, useSearchParams } from 'react-router';
import { Facts } from '../../kit/display/Facts.tsx';
import { addressOf } from './addresses.ts';
import { EffectiveTag, OVERRULED } from './EffectiveTag.tsx';

/** One conflict: both sides, the evidence, and its pins. */
export const ConflictFacts = ({ row }: { row: ConflictRow }) => {
  const [params] = useSearchParams();
  const decided = row.pinned !== null && (
    <>
      {row.pinReason}
      <br />
      <span className="soft">
        {row.pinnedBy ?? '已注销的用户'}，{row.pinnedAt}
        {row.pinned !== row.effective && `；${OVERRULED}`}
      </span>
    </>
  );
  return (
    <>
      <p className="conflict-evidence">{row.evidence}</p>
      <Facts
        items={[
          ['处理', <EffectiveTag key="effective" effective={row.effective} pinned={row.pinned} />],
          ['计算结果', row.severity === null ? '现在没有依据' : severities[row.severity]],
          ['人工判定', decided || null],
          ['类别', conflictKinds[row.kind]],
          ['依据来源', conflictSources[row.source]],
          [
            '申报人',
            <Link key="project" to={addressOf(params, 'project', row.projectId)}>
              {row.applicantName}（{row.projectNo}）
            </Link>,
          ],
          ['学校', row.schoolName],
          [
            '专家',
            <Link key="expert" to={addressOf(params, 'expert', row.expertId)}>
              {row.expertName}
            </Link>,
          ],
          ['专家单位', row.expertUnit],
          ['计算时间', row.computedAt],
        ]}
      />
    </>
  );
};
