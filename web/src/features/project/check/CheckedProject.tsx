import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { useQuery } from '@tanstack/react-query';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import type { CheckedProject as Checked, Reason } from '@zhiping/shared/contracts/project-views.ts';
import { differencesOf } from '@zhiping/shared/rules/project-form/differences.ts';
import { type FormSection, formSections, possibleWorks } from '@zhiping/shared/rules/project-form/form.ts';
import { materialPath } from '@zhiping/shared/rules/project-form/places.ts';
import { valueInWords } from '@zhiping/shared/rules/project-form/words.ts';
import { type ProjectActor, projectMachine } from '@zhiping/shared/rules/project/states.ts';
import { Alert, Button } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { PrintButton } from '../../../kit/display/PrintButton.tsx';
import { Empty, Failed, Loading } from '../../../kit/display/states.tsx';
import { ActionButton } from '../../../kit/list/actions/ActionButton.tsx';
import { useSubView } from '../../../kit/hooks/use-sub-view.ts';
import { PageHead } from '../../../kit/layout/PageHead.tsx';
import { ApiError, call } from '../../../lib/api.ts';
import { useLocalDraft } from '../../../lib/local-draft.ts';
import { usePermission } from '../../../lib/permission.ts';
import { reading } from '../../../lib/query-client.ts';
import { useTabTitle } from '../../../lib/tab-context.ts';
import { MaterialReader } from '../../../pickers/material/MaterialReader.tsx';
import { useDict } from '../../../pickers/use-dict.ts';
import { EligibilityForm } from '../eligibility/EligibilityForm.tsx';
import { EligibilityRecord } from '../eligibility/EligibilityRecord.tsx';
import { ExternalNotice } from '../eligibility/ExternalNotice.tsx';
import { OutcomeNotice } from '../eligibility/OutcomeNotice.tsx';
import '../project.css';
import { ReviewTable } from '../ReviewTable.tsx';
import { Changes } from './Changes.tsx';
import { CheckContext, type CheckWork } from './check-context.ts';
import { CheckStepBar } from './CheckStepBar.tsx';
import { CheckFacts } from './CheckFacts.tsx';
import './check.css';
import { MaterialList } from './MaterialList.tsx';
import { OfficeRecords } from './OfficeRecords.tsx';
import { ProjectStateTag } from './ProjectStateTag.tsx';
import { ReasonAt } from './ReasonAt.tsx';
import { RecommendDialog } from './RecommendDialog.tsx';
import { ReturnDialog } from './ReturnDialog.tsx';
import { SchoolButtons } from './SchoolButtons.tsx';
import { SectionView } from './SectionView.tsx';
import { Unreadable } from './unreadable.tsx';
import { useNeighbours } from './use-neighbours.ts';

const names = Object.keys(formSections) as FormSection[];

const words = {
  return: { verb: '退回', noun: '退回意见', hint: '点各处的图标写退回意见，写完后一起退回' },
  supplement: {
    verb: '要求补正',
    noun: '补正要求',
    hint: '点各处的图标写明需要补正的内容，一次告知全部；申报人只能修改写明的部分',
  },
};

type Returning = { kind: 'return' | 'supplement' | null; reasons: readonly Reason[] };
const notReturning: Returning = { kind: null, reasons: [] };

/** Reasons with this one set, or removed if it is blank. */
const withReason = (reasons: readonly Reason[], path: string, message: string) => {
  if (message.trim() === '') return reasons.filter((one) => one.path !== path);
  const isThere = reasons.some((one) => one.path === path);
  return isThere
    ? reasons.map((one) => (one.path === path ? { path, message } : one))
    : [...reasons, { path, message }];
};

const useWords = (project: Checked): Pick<CheckWork, 'words' | 'differences'> => {
  const { details } = useDict('title_series');
  return useMemo(() => {
    const labelOf = (_dict: string, value: string) =>
      details.find((detail) => detail.value === value)?.label ?? value;
    const works = possibleWorks(project.form);
    const { lastReturn, snapshot, form } = project;
    const isMended = lastReturn !== null && lastReturn.round < snapshot.round;
    return {
      words: (field, value) =>
        field.input.kind === 'entry'
          ? (works.find(({ entry }) => entry.key === value)?.entry.title ?? '')
          : valueInWords(field, value, labelOf),
      differences: isMended ? differencesOf(lastReturn.form, form, labelOf) : [],
    };
  }, [project, details]);
};

/** The role in which the reader checks: each role has a step that only it can take. */
const checkerOf = ({ can }: Checked): ProjectActor | undefined => {
  if (can.endorse !== undefined) return 'body';
  if (can.recommend !== undefined) return 'school';
  return can.handOn === undefined ? undefined : 'college';
};

/** Whether the reader's role can return a project in this state; otherwise the button would be useless. */
const isReturnable = (project: Checked): boolean => {
  const checker = checkerOf(project);
  return projectMachine.transitions.some(
    ({ event, from, who }) =>
      event === 'return' && from === project.state && checker !== undefined && who.includes(checker),
  );
};

/** Why the step has to wait. For a publicity also that it has ended well, which no button says. */
const waitOf = (project: Checked): string | undefined => {
  const { state, can } = project;
  const turn = state === 'unitPublicity' ? can.report : turnOf(project);
  if (typeof turn === 'string') return turn;
  return state === 'unitPublicity' && turn === true ? '公示期满，没有未办结的异议，可以报送' : undefined;
};

/** Whether the reader can act while the project is checked, or why not; true for readers who only look. */
const turnOf = ({ state, can }: Checked): boolean | string | undefined => {
  if (state === 'submitted') return can.return ?? true;
  return state === 'reported' ? (can.refuse ?? can.endorse ?? true) : undefined;
};

const Screen = ({ project }: { project: Checked }) => {
  const navigate = useNavigate();
  const { close } = useSubView('id');
  const { before, after } = useNeighbours(project.id);
  const shown = useWords(project);
  const draft = useLocalDraft(`check-${project.id}`, project.snapshot.round, notReturning);
  const { kind, reasons } = draft.value;
  // Another officer may have taken the step meanwhile.
  const returning = kind !== null && project.can[kind] === true ? kind : null;
  const begin = (next: 'return' | 'supplement') => draft.change((before) => ({ ...before, kind: next }));
  const [isDeciding, setDeciding] = useState(false);
  const isReading = useSubView('file').value !== null;
  const isReturning = returning !== null;
  const head = useRef<HTMLElement>(null);
  const [isRecommending, setRecommending] = useState(false);
  const [isSending, setSending] = useState(false);
  const { person, state, can, cycle, materials, view } = project;
  const mayConflicts = usePermission(['conflict:list']);
  useTabTitle(`${person.name}的申报`);
  const turn = turnOf(project);
  const wait = waitOf(project);
  // The history lists the newest step first.
  const declined =
    state === 'notRecommended'
      ? project.history.find(({ event }) => event === projectMachine.events.decline)
      : undefined;

  const isWritten = reasons.length > 0;
  const stepDenial = (href: string | undefined, end: string) => {
    if (isWritten) return '有没有送出的意见';
    if (isDeciding) return '正在审查资格';
    return href === undefined ? `已是${end}` : undefined;
  };
  const step = (label: string, end: string, href: string | undefined) => (
    <Button
      disabled={stepDenial(href, end) !== undefined}
      title={stepDenial(href, end)}
      onClick={() => void navigate(href!, { replace: true })}
    >
      {label}
    </Button>
  );
  const isPlaced = new Set([
    ...project.form.research.papers.map(({ key }) => key),
    ...possibleWorks(project.form).map(({ entry }) => entry.key),
    ...project.form.teaching.courses.map(({ key }) => key),
    ...project.form.teaching.results.map(({ key }) => key),
  ]);
  const others = materials.filter(({ entryKey }) => entryKey === null || !isPlaced.has(entryKey));

  return (
    <CheckContext
      value={{
        project,
        ...shown,
        isReturning,
        reasons,
        setReason: (path, message) =>
          draft.change((before) => ({ ...before, reasons: withReason(before.reasons, path, message) })),
      }}
    >
      <section className="panel check-screen" ref={head}>
        <PageHead title={`${person.name}的申报`}>
          {step('上一份', '第一份', before)}
          {step('下一份', '最后一份', after)}
          {can.return !== undefined && isReturnable(project) && !isReturning && (
            <ActionButton label="退回修改" reason={reasonOf(can.return)} run={() => begin('return')} />
          )}
          {can.supplement !== undefined && !isReturning && !isDeciding && (
            <ActionButton
              label="要求补正"
              reason={reasonOf(can.supplement)}
              run={() => begin('supplement')}
            />
          )}
          {can.refuse !== undefined && !isReturning && !isDeciding && (
            <ActionButton
              label="资格审查"
              type={can.refuse === true ? 'primary' : 'default'}
              reason={reasonOf(can.refuse)}
              run={() => setDeciding(true)}
            />
          )}
          {can.recommend !== undefined && state === 'submitted' && !isReturning && (
            <ActionButton
              label="推荐"
              type={can.recommend === true ? 'primary' : 'default'}
              reason={reasonOf(can.recommend)}
              run={() => setRecommending(true)}
            />
          )}
          {!isReturning && !isDeciding && <SchoolButtons />}
          {view === 'office' && mayConflicts && !isReturning && !isDeciding && (
            <Button
              onClick={() => void navigate(`/review/conflict?cycleId=${cycle.id}&project=${project.id}`)}
            >
              回避
            </Button>
          )}
          <PrintButton label="打印评审表" />
          <Button onClick={close}>返回列表</Button>
        </PageHead>
        <p className="soft project-line">
          <ProjectStateTag state={state} step={turn === undefined ? null : project.step} />
          {state === 'returned'
            ? '以下是退回时的内容，申报人修改后重新提交才会更新。'
            : '以下是申报人提交的内容。'}
        </p>
        <CheckStepBar />
        {cycle.suspendedReason === null && wait !== undefined && <p className="soft">{wait}。</p>}
        {cycle.suspendedReason !== null && (
          <Alert
            className="project-notice"
            type="warning"
            showIcon
            title={`批次已暂停：${cycle.suspendedReason}`}
          />
        )}
        <div className={isReading ? 'check-parts is-reading' : 'check-parts'}>
          <CheckFacts
            decision={
              isDeciding && view === 'office' ? (
                <EligibilityForm
                  project={project}
                  onDone={() => {
                    setDeciding(false);
                    head.current?.querySelector('h1')?.focus();
                  }}
                  onCancel={() => setDeciding(false)}
                />
              ) : null
            }
          />
          <div className="check-form">
            <ExternalNotice external={project.external} />
            {declined && (
              <Alert
                className="project-notice"
                type="warning"
                showIcon
                title={`单位不予推荐（${declined.at}）`}
                description={declined.note}
              />
            )}
            {view === 'office' ? (
              <EligibilityRecord project={project} />
            ) : (
              <OutcomeNotice outcome={project.outcome} />
            )}
            <Changes />
            {names
              .filter((section) => section !== 'recusals' || view === 'office')
              .map((section) => (
                <SectionView key={section} section={section} />
              ))}
            <section className="check-section" aria-label="附件">
              <h2>
                附件
                <ReasonAt path="attachments" label="附件" />
              </h2>
              {others.length > 0 ? <MaterialList materials={others} /> : <p className="soft">没有其他附件</p>}
            </section>
            {view === 'office' && <OfficeRecords records={project.records} />}
          </div>
          <MaterialReader
            materials={materials}
            watermark={project.no}
            actionsOf={(file) => (
              <ReasonAt key={file.id} path={materialPath(file.id)} label={`正在看的文件${file.name}`} />
            )}
          />
        </div>
        {isReturning && (
          <div className="check-returning" role="region" aria-label={words[returning].verb}>
            <span>
              {isWritten ? `已写 ${reasons.length} 条${words[returning].noun}` : words[returning].hint}
            </span>
            <Button onClick={draft.clear}>取消</Button>
            <Button type="primary" danger onClick={() => setSending(true)}>
              {words[returning].verb}…
            </Button>
          </div>
        )}
        <ReviewTable project={project} />
        {isRecommending && <RecommendDialog onClose={() => setRecommending(false)} />}
        {isSending && returning && (
          <ReturnDialog
            kind={returning}
            onClose={() => setSending(false)}
            onDone={() => {
              setSending(false);
              draft.clear();
            }}
          />
        )}
      </section>
    </CheckContext>
  );
};

/** One submitted project, to check. */
export default function CheckedProject({ id }: { id: number }) {
  const { data, error, refetch } = useQuery({
    ...reading(projectApi.read, { params: { id } }),
    // Quiet: the page shows the failure.
    queryFn: ({ signal }) => call(projectApi.read, { params: { id }, quiet: true, signal }),
  });
  if (error instanceof ApiError && error.status === 404) return <Unreadable id={id} />;
  if (error) return <Failed what="申报" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  if (data.view === 'applicant') return <Empty text="这是您本人的申报，由其他人审核" />;
  return <Screen project={data} />;
}
