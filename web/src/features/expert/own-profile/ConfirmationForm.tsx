import type { OwnExpert } from '@zhiping/shared/contracts/expert.ts';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { FormProblem } from '../../../kit/display/FormProblem.tsx';
import { SaveStatus } from '../../../kit/form/SaveStatus.tsx';
import { announce } from '../../../lib/announce.ts';
import type { FieldError } from '../../../lib/api.ts';
import type { SaveStatus as Status } from '../../../lib/autosaver.ts';
import { ABSENCES_HASH } from '../../../lib/paths.ts';
import { AbsenceCard, isUnsaved } from './AbsenceCard.tsx';
import { ConfirmationSummary } from './ConfirmationSummary.tsx';
import type { Work } from './draft.ts';
import { GroupCard } from './GroupCard.tsx';
import { RelationsCard } from './RelationsCard.tsx';
import {
  missingSubjects,
  groupKeys,
  groupOfField,
  groups,
  problemsOf,
  profileOf,
  type GroupKey,
  type Profile,
  type ProfileField,
} from '../profile.ts';
import { useCatalogue } from './use-catalogue.ts';
import { useConfirm } from './use-confirm.ts';

type Props = {
  own: OwnExpert;
  start: Work;
  saving: { status: Status; flush: () => Promise<void>; discard: () => Promise<void> };
  onChange: (work: Work) => void;
  /** Part of the record was saved; editing continues from there. */
  onAdopt: (saved: OwnExpert, work: Work) => void;
};

type CardKey = GroupKey | 'absences';

const openGroupsMessage = (open: readonly GroupKey[]) =>
  `请先核对${open.map((group) => groups[group].title).join('、')}：无误点「核对无误」，有误点「修改」，改好后点「完成修改」`;
const UNSAVED = '不可参评时间还没有保存：请点「保存并生效」，或取消';

export const ConfirmationForm = ({ own, start, saving, onChange, onAdopt }: Props) => {
  const [work, setWork] = useState(start);
  // Includes input typed while a request was running.
  const latest = useRef(start);
  const [refused, setRefused] = useState<readonly FieldError[]>([]);
  /** The button was pressed too early, so the page lists what is left to do. */
  const [isEarly, setEarly] = useState(false);
  /** Counter in the keys of the cards: remounts those that show other values than were typed. */
  const [resets, setResets] = useState(0);
  const headings = useRef<Partial<Record<CardKey, HTMLHeadingElement | null>>>({});
  const { confirm, isSending, problem } = useConfirm({ own, saving, onRefused: setRefused });

  const gone = missingSubjects(work.profile, useCatalogue());
  const problemsIn = (group: GroupKey) => [
    ...problemsOf(work.profile, group).map(({ message }) => message),
    ...(group === 'subjects' ? gone : []),
    ...refused.filter(({ field }) => groupOfField(field) === group).map(({ message }) => message),
  ];
  const isChecked = (group: GroupKey, { checked } = work) =>
    checked.includes(group) && problemsIn(group).length === 0;
  const firstOpen = (current: Work) => groupKeys.find((group) => !isChecked(group, current));
  const open = groupKeys.filter((group) => !isChecked(group));
  const hasUnsaved = isUnsaved(own, work.profile.unavailability);

  const show = (next: Work) => {
    latest.current = next;
    setWork(next);
  };
  const update = (next: Work) => {
    show(next);
    onChange(next);
  };
  const withPatch = (patch: Partial<Profile>, unchecked?: GroupKey): Work => ({
    profile: { ...latest.current.profile, ...patch },
    checked: latest.current.checked.filter((key) => key !== unchecked),
  });
  const change = (group: GroupKey) => (patch: Partial<Profile>) => {
    setRefused(refused.filter(({ field }) => groupOfField(field) !== group));
    update(withPatch(patch, group));
  };
  /** Continues from the saved values of these fields. */
  const adopt = (saved: OwnExpert, fields: readonly ProfileField[], unchecked?: GroupKey) => {
    const record = profileOf(saved);
    const next = withPatch(Object.fromEntries(fields.map((field) => [field, record[field]])), unchecked);
    show(next);
    onAdopt(saved, next);
  };
  const goTo = (card: CardKey | undefined) => {
    const heading = card && headings.current[card];
    heading?.scrollIntoView({ block: 'center' });
    heading?.focus({ preventScroll: true });
  };
  const keepHeading = (card: CardKey) => (heading: HTMLHeadingElement | null) => {
    headings.current[card] = heading;
  };
  const check = (group: GroupKey) => () => {
    const next = { ...work, checked: [...new Set([...work.checked, group])] };
    update(next);
    // The pressed button has disappeared: the focus moves to the next open group.
    goTo(firstOpen(next));
  };
  const early = open.length > 0 ? openGroupsMessage(open) : UNSAVED;
  const finish = () => {
    if (open.length === 0 && !hasUnsaved) return confirm(work.profile);
    setEarly(true);
    announce(early);
    return goTo(open[0] ?? 'absences');
  };

  const { hash } = useLocation();
  useEffect(() => {
    if (hash === ABSENCES_HASH) goTo('absences');
  }, [hash]);

  return (
    <div className="confirmation">
      <ConfirmationSummary
        own={own}
        isChecked={isChecked}
        onGoTo={goTo}
        onWithdrawn={(saved, part) => {
          adopt(saved, groups[part].fields, part);
          setResets(resets + 1);
        }}
      />
      <div className="confirmation-groups">
        {groupKeys.map((group) => (
          <GroupCard
            key={`${group} ${resets}`}
            group={group}
            profile={work.profile}
            isChecked={isChecked(group)}
            problems={problemsIn(group)}
            headingRef={keepHeading(group)}
            onChange={change(group)}
            onCheck={check(group)}
          />
        ))}
        <AbsenceCard
          own={own}
          rows={work.profile.unavailability}
          headingRef={keepHeading('absences')}
          onChange={(unavailability) => update(withPatch({ unavailability }))}
          onSaved={(saved) => adopt(saved, ['unavailability'])}
        />
        <RelationsCard />
        <footer className="confirmation-footer">
          <FormProblem text={problem} />
          {isEarly && (open.length > 0 || hasUnsaved) && <p className="confirmation-early">{early}</p>}
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
