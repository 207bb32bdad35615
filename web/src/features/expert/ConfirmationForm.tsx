import type { OwnExpert } from '@zhiping/shared/contracts/expert.ts';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { FormProblem } from '../../kit/FormProblem.tsx';
import { SaveStatus } from '../../kit/SaveStatus.tsx';
import { announce } from '../../lib/announce.ts';
import type { FieldError } from '../../lib/api.ts';
import type { SaveStatus as Status } from '../../lib/autosaver.ts';
import { ConfirmationSummary } from './ConfirmationSummary.tsx';
import type { Work } from './draft.ts';
import { GroupCard } from './GroupCard.tsx';
import {
  goneSubjects,
  groupKeys,
  groupOfField,
  groups,
  problemsOf,
  type GroupKey,
  type Profile,
} from './profile.ts';
import { useCatalogue } from './use-catalogue.ts';
import { useConfirm } from './use-confirm.ts';

type Props = {
  own: OwnExpert;
  start: Work;
  saving: { status: Status; flush: () => Promise<void>; discard: () => Promise<void> };
  onChange: (work: Work) => void;
};

const tooEarly = (open: readonly GroupKey[]) =>
  `请先核对${open.map((group) => groups[group].title).join('、')}：无误点「核对无误」，有误点「修改」，改好后点「完成修改」`;

export const ConfirmationForm = ({ own, start, saving, onChange }: Props) => {
  const [work, setWork] = useState(start);
  const [refused, setRefused] = useState<readonly FieldError[]>([]);
  /** Who presses the button too early is told what is left to do, in words. */
  const [isEarly, setEarly] = useState(false);
  const headings = useRef<Partial<Record<GroupKey, HTMLHeadingElement | null>>>({});
  const { confirm, isSending, problem } = useConfirm({ own, saving, onRefused: setRefused });

  const gone = goneSubjects(work.profile, useCatalogue());
  const problemsIn = (group: GroupKey) => [
    ...problemsOf(work.profile, group).map(({ message }) => message),
    ...(group === 'subjects' ? gone : []),
    ...refused.filter(({ field }) => groupOfField(field) === group).map(({ message }) => message),
  ];
  const isChecked = (group: GroupKey, { checked } = work) =>
    checked.includes(group) && problemsIn(group).length === 0;
  const firstOpen = (current: Work) => groupKeys.find((group) => !isChecked(group, current));
  const open = groupKeys.filter((group) => !isChecked(group));

  const update = (next: Work) => {
    setWork(next);
    onChange(next);
  };
  const change = (group: GroupKey) => (patch: Partial<Profile>) => {
    setRefused(refused.filter(({ field }) => groupOfField(field) !== group));
    const profile = { ...work.profile, ...patch };
    update({ profile, checked: work.checked.filter((key) => key !== group) });
  };
  const goTo = (group: GroupKey | undefined) => {
    const heading = group && headings.current[group];
    heading?.scrollIntoView({ block: 'center' });
    heading?.focus({ preventScroll: true });
  };
  const check = (group: GroupKey) => () => {
    const next = { ...work, checked: [...new Set([...work.checked, group])] };
    update(next);
    // The button that was pressed is gone: go on where something is left to do.
    goTo(firstOpen(next));
  };
  const finish = () => {
    if (open.length === 0) return confirm(work.profile);
    setEarly(true);
    announce(tooEarly(open));
    return goTo(open[0]);
  };

  return (
    <div className="confirmation">
      <ConfirmationSummary own={own} isChecked={isChecked} onGoTo={goTo} />
      <div className="confirmation-groups">
        <FormProblem text={problem} />
        {groupKeys.map((group) => (
          <GroupCard
            key={group}
            group={group}
            profile={work.profile}
            isChecked={isChecked(group)}
            problems={problemsIn(group)}
            headingRef={(heading) => {
              headings.current[group] = heading;
            }}
            onChange={change(group)}
            onCheck={check(group)}
          />
        ))}
        <footer className="confirmation-footer">
          {isEarly && open.length > 0 && <p className="confirmation-early">{tooEarly(open)}</p>}
          <SaveStatus status={saving.status} onRetry={() => void saving.flush()} />
          {open.length > 0 && (
            <Button type="link" onClick={() => goTo(open[0])}>
              还有 {open.length} 组待核对
            </Button>
          )}
          <Button type="primary" size="large" loading={isSending} onClick={() => void finish()}>
            {own.confirmedAt ? '提交变更' : '确认并进入系统'}
          </Button>
        </footer>
      </div>
    </div>
  );
};
