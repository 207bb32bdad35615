import { useQuery } from '@tanstack/react-query';
import { type Cycle, cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { Alert, Button } from 'antd';
import { useConfirmDiscard } from '../../kit/hooks/use-confirm-discard.ts';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { Empty, Failed, Loading } from '../../kit/display/states.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { PageHead } from '../../kit/layout/PageHead.tsx';
import { ApiError } from '../../lib/api.ts';
import { reading } from '../../lib/query-client.ts';
import { useTabTitle } from '../../lib/tab-context.ts';
import { useLatest } from '../../lib/use-latest.ts';
import './cycle-editor.css';
import { NextStep } from '../../pickers/NextStep.tsx';
import { CycleActions } from './CycleActions.tsx';
import { CycleState } from './CycleState.tsx';
import { CycleCheck } from './CycleCheck.tsx';
import { StageBar } from './StageBar.tsx';
import { StepForm } from './StepForm.tsx';
import { CHECK, CycleSteps, type EditorStep, isStep, stepAfter } from './CycleSteps.tsx';
import { afterSave, type Draft, type Drafts, type StepName, stepForms } from './steps/step-forms.tsx';
import { useLeave } from './use-leave.ts';

type LeavingProps = {
  /** How often Back was pressed over unsaved input; each press asks whether to leave. */
  timesBack: number;
  onDirtyChange: (isDirty: boolean) => void;
};
type Props = LeavingProps & {
  cycle: Cycle;
  onSaved: () => Promise<Cycle | undefined>;
  /** Called when another user saved the cycle first. */
  onLatest: (latest: Cycle) => void;
};

/** Sets up one cycle, step by step. Unsaved input of a step is kept while another step is shown. */
const OpenedCycle = ({ cycle, onSaved, onLatest, timesBack, onDirtyChange }: Props) => {
  const askToGiveUp = useConfirmDiscard();
  const [params] = useSearchParams();
  const [drafts, setDrafts] = useState<Drafts>({});
  const leave = useLeave();
  const { hrefOf } = useSubView('step');
  const navigate = useNavigate();
  const parts = useRef<HTMLDivElement>(null);
  const asked = params.get('step');
  const step: EditorStep = isStep(asked) ? asked : 'basic';
  // After a request the form begins anew with what still holds.
  const [requests, setRequests] = useState(0);
  const shownForm = `${step} ${requests}`;
  const unsaved = Object.keys(drafts) as StepName[];
  const isDirty = unsaved.length > 0;
  const reportDirty = useLatest(onDirtyChange);
  useEffect(() => reportDirty.current(isDirty), [isDirty, reportDirty]);
  useTabTitle(cycle.name);

  // A new step takes the focus to its heading, for screen readers too. The first step is left to the focus handling of
  // the page.
  const shown = useRef(shownForm);
  useEffect(() => {
    if (shown.current !== shownForm) parts.current?.querySelector('h2')?.focus();
    shown.current = shownForm;
  }, [shownForm]);

  const keep = (name: StepName, draft: Draft | undefined) =>
    setDrafts((before) => {
      const { [name]: _saved, ...others } = before;
      return draft ? { ...others, [name]: draft } : others;
    });

  const askAndLeave = async () => {
    const names = unsaved.map((name) => stepForms[name].label).join('、');
    if (isDirty && !(await askToGiveUp(`「${names}」`))) return;
    onDirtyChange(false);
    leave();
  };
  const ask = useLatest(askAndLeave);
  useEffect(() => {
    if (timesBack > 0) void ask.current();
  }, [timesBack, ask]);

  return (
    <section className="panel cycle-editor">
      <PageHead title={cycle.name}>
        <Button onClick={() => void askAndLeave()}>返回列表</Button>
        <CycleActions cycle={cycle} unsaved={unsaved} onMoved={async () => void (await onSaved())} />
      </PageHead>
      <p className="cycle-line">
        <CycleState {...cycle} />
        <RuleHash cycle={cycle} />
      </p>
      {cycle.suspendedReason !== null && (
        <Alert
          className="cycle-notice"
          type="warning"
          showIcon
          title={`批次已暂停：${cycle.suspendedReason}。恢复之前，申报和评审不能继续。`}
        />
      )}
      {cycle.asked && (
        <Alert
          className="cycle-notice"
          type="info"
          showIcon
          title={`${cycle.asked.by} 提请修改批次，待他人复核，${cycle.asked.lapsesAt} 失效`}
          description={cycle.asked.summary}
          action={<Link to={`/review/confirmation?view=${cycle.asked.confirmationId}`}>去双人复核</Link>}
        />
      )}
      <StageBar {...cycle} />
      <div className="cycle-next">
        <NextStep next={cycle.next} />
      </div>
      <div className="cycle-steps" ref={parts}>
        <CycleSteps cycle={cycle} current={step} unsaved={unsaved} />
        {step === CHECK ? (
          <CycleCheck cycle={cycle} unsaved={unsaved} />
        ) : (
          <StepForm
            key={shownForm}
            step={step}
            cycle={cycle}
            draft={drafts[step]}
            onKeep={(draft) => keep(step, draft)}
            onLatest={onLatest}
            onSaved={async ({ goesOn, isOnlyAsked }) => {
              const saved = drafts[step];
              const fresh = await onSaved();
              setDrafts((before) => afterSave(before, { step, saved, fresh: fresh ?? cycle }));
              if (isOnlyAsked) setRequests((before) => before + 1);
              if (goesOn) void navigate(hrefOf(stepAfter(step)));
            }}
          />
        )}
      </div>
    </section>
  );
};

const HASH_SHOWN = 12;

/** The hash by which decisions of this cycle refer to its rules. */
const RuleHash = ({ cycle: { ruleVersion, versions } }: { cycle: Cycle }) => {
  const [newest] = versions;
  if (ruleVersion === null || !newest) return <span className="soft">规则和评审表在发布时冻结</span>;
  return (
    <span className="soft">
      规则第 {ruleVersion} 版 <code title={newest.hash}>{newest.hash.slice(0, HASH_SHOWN)}</code>
    </span>
  );
};

export default function CycleEditor({ id, ...leaving }: LeavingProps & { id: number }) {
  // The cycle as it was when it was opened or last saved here: a later save of another user must not change the open
  // form.
  const [opened, setOpened] = useState<Cycle>();
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...reading(cycleApi.detail, { params: { id } }),
    staleTime: 0,
  });
  if (!opened && data && isFetchedAfterMount) setOpened(data);
  if (opened)
    return (
      <OpenedCycle
        {...leaving}
        cycle={opened}
        onLatest={setOpened}
        onSaved={async () => {
          const { data: fresh } = await refetch();
          if (fresh) setOpened(fresh);
          return fresh;
        }}
      />
    );
  if (error instanceof ApiError && error.status === 404)
    return <Empty text="没有找到这个批次，可能已被删除" />;
  if (error) return <Failed what="批次" error={error} onRetry={() => void refetch()} />;
  return <Loading />;
}
