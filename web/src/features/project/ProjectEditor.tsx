import type { ApplicantProject } from '@zhiping/shared/contracts/project-views.ts';
import {
  countProblems,
  evaluateProject,
  missingInProject,
  objections,
  type ProjectContext,
  sectionsRequired,
} from '@zhiping/shared/rules/project-form/facts.ts';
import { isFormSection, type ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import { type Section, sections } from '@zhiping/shared/rules/review-rule/facts.ts';
import { Alert, Button } from 'antd';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Loading } from '../../kit/display/states.tsx';
import { PrintButton } from '../../kit/display/PrintButton.tsx';
import { SaveStatus } from '../../kit/form/SaveStatus.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { PageHead } from '../../kit/layout/PageHead.tsx';
import { dayOf } from '../../lib/shanghai.ts';
import { OtherMaterials } from './OtherMaterials.tsx';
import { ClashChooser } from './ClashChooser.tsx';
import { FormWorkContext } from './form-context.ts';
import { idOf } from './form-ids.ts';
import { withEntries, withValue } from './merge-forms.ts';
import { ReturnReasons } from './ReturnReasons.tsx';
import { PersonFacts } from './PersonFacts.tsx';
import { ProjectCheck } from './ProjectCheck.tsx';
import { CHECK, isProjectStep, NextStep, ProjectSteps, type ProjectStep } from './ProjectSteps.tsx';
import { ReviewTable } from './ReviewTable.tsx';
import { ReturnNotice } from './ReturnNotice.tsx';
import { SectionFields } from './SectionFields.tsx';
import { SubmitDialog } from './SubmitDialog.tsx';
import { useProjectWork } from './use-project-work.ts';
import { WithdrawButton } from './WithdrawButton.tsx';

const contextOf = ({
  cycle,
  materials,
  otherApplications,
  integrityRecords,
}: ApplicantProject): ProjectContext => ({
  today: dayOf(new Date()),
  cutoffDay: cycle.cutoffDay,
  rules: cycle.rules,
  isBlind: cycle.blind,
  targets: cycle.targets,
  proofs: cycle.proofs,
  materials,
  otherProjects: otherApplications,
  integrityRecords,
});

/** Problems of the form and results of the rules while typing, computed by the same rules as on the server. */
const useStanding = (project: ApplicantProject, form: ProjectForm) => {
  const typed = useDeferredValue(form);
  return useMemo(() => {
    const context = contextOf(project);
    const problems = missingInProject(typed, context);
    const judged = evaluateProject(typed, context);
    return { problems, judged, total: countProblems(problems, judged) };
  }, [project, typed]);
};

type Work = ReturnType<typeof useProjectWork>;

/** Why the project cannot be submitted now. */
const submitDenial = (total: number, sending: number) => {
  if (total > 0) return `还有 ${total} 项没有填好`;
  return sending > 0 ? '文件正在上传，传完即可提交' : undefined;
};

const OpenForm = ({ project, work, form }: { project: ApplicantProject; work: Work; form: ProjectForm }) => {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { hrefOf } = useSubView('step');
  const [target, setTarget] = useState<string>();
  const [isChecked, setChecked] = useState(false);
  const [isSubmitting, setSubmitting] = useState(false);
  const [sending, setSending] = useState(0);
  const { problems, judged, total } = useStanding(project, form);
  const asked = params.get('step');
  const step: ProjectStep = isProjectStep(asked) ? asked : 'basic';
  const isEditable = project.can.edit === true;

  // The target field exists once its part is rendered and its entry is open. A newly opened part is focused at its
  // heading.
  const part = useRef<HTMLFieldSetElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    const field = target && document.querySelector<HTMLElement>(`#${CSS.escape(idOf(target))}`);
    if (field) field.focus();
    else if (shown.current !== step) part.current?.querySelector('h2')?.focus();
    shown.current = step;
  }, [target, step]);

  const wait = submitDenial(total, sending);
  const send = (files: Promise<unknown>) => {
    setSending((count) => count + 1);
    void files.finally(() => setSending((count) => count - 1));
  };

  const goTo = (section: Section, path?: string) => {
    setChecked(true);
    setTarget(path);
    void navigate(hrefOf(section));
  };

  return (
    <FormWorkContext
      value={{
        form,
        problems,
        isChecked,
        notes: (project.state !== 'draft' && project.lastReturn?.reasons) || [],
        target,
        projectId: project.id,
        materials: project.materials,
        flush: work.flush,
        send,
        change: (path, value) => work.change((before) => withValue(before, path, value)),
        changeEntries: (at, edit) => work.change((before) => withEntries(before, at, edit)),
      }}
    >
      {!isEditable && <Alert className="project-notice" type="warning" showIcon title={project.can.edit} />}
      {project.state !== 'draft' && project.lastReturn && (
        <ReturnNotice lastReturn={project.lastReturn} onGoTo={goTo} />
      )}
      {project.state === 'draft' && project.lastPrefill && (
        <Alert
          className="project-notice"
          type="info"
          showIcon
          title={`单位（${project.lastPrefill.by}）于 ${project.lastPrefill.at} 导入了部分内容，请逐项核对、补充后自行提交`}
          description={project.lastPrefill.note}
        />
      )}
      <div className="project-parts">
        <ProjectSteps
          form={form}
          problems={problems}
          judged={judged}
          total={total}
          current={step}
          required={sectionsRequired(project.cycle.rules)}
          returned={returnedSections(project)}
        />
        <fieldset ref={part} className="project-part" disabled={!isEditable}>
          {step === CHECK ? (
            <>
              <ProjectCheck problems={problems} judged={judged} total={total} onGoTo={goTo} />
              <div className="project-next">
                <Button
                  type="primary"
                  size="large"
                  disabled={wait !== undefined}
                  title={wait}
                  onClick={() => setSubmitting(true)}
                >
                  提交申报
                </Button>
                <WithdrawButton project={project} flush={work.saveAll} version={work.version} />
                {sending > 0 && <span role="status">文件正在上传，传完即可提交</span>}
              </div>
            </>
          ) : (
            <>
              <h2 tabIndex={-1}>{sections[step]}</h2>
              <ReturnReasons path={step} />
              {step === 'basic' && <PersonFacts person={project.person} />}
              {objections(judged)
                .filter(({ section }) => section === step)
                .map(({ code, message }) => (
                  <p key={code} className="project-warn">
                    {message}
                  </p>
                ))}
              {isFormSection(step) && <SectionFields key={step} section={step} />}
              {step === 'attachments' && <OtherMaterials cycle={project.cycle} />}
            </>
          )}
        </fieldset>
        <NextStep current={step} />
      </div>
      {isSubmitting && <SubmitDialog project={project} work={work} onClose={() => setSubmitting(false)} />}
    </FormWorkContext>
  );
};

/** Sections that the last return names. Empty for a draft, even if it was returned before it was withdrawn. */
const returnedSections = ({ state, lastReturn }: ApplicantProject) =>
  state === 'draft' ? [] : (lastReturn?.reasons ?? []).map(({ path }) => path.split('.')[0] as Section);

/** The deadline for submitting, in words. */
const deadlineInWords = ({ state, cycle, lastReturn }: ApplicantProject) => {
  if (state === 'supplementing') return `补正截止 ${lastReturn?.dueAt}，请在此之前补正并重新提交。`;
  if (state === 'returned')
    return `单位报送截止 ${cycle.reportClosesAt ?? '时间待定'}，请在此之前改好并重新提交。`;
  return `申报截止 ${cycle.applyClosesAt}，`;
};

/** A project that is being edited. */
export const ProjectEditor = ({ project, onLeave }: { project: ApplicantProject; onLeave: () => void }) => {
  const work = useProjectWork(project);
  const { cycle } = project;
  return (
    <section className="panel project-editor">
      <PageHead title={cycle.name}>
        <SaveStatus status={work.status} onRetry={() => void work.flush()} />
        <PrintButton label="打印评审表（未提交）" />
        <Button onClick={onLeave}>返回</Button>
      </PageHead>
      <p className="soft project-line">
        {deadlineInWords(project)}
        填写的内容自动保存，可以随时离开，换一台设备继续。
      </p>
      {work.refusal && project.can.edit === true && (
        <Alert
          className="project-notice"
          type="error"
          showIcon
          title={`没有保存到服务器：${work.refusal}`}
          description="填写的内容都留在这台设备上，改好后自动保存。"
        />
      )}
      {work.conflict && <ClashChooser clashes={work.conflict.clashes} onResolve={work.resolve} />}
      {!work.conflict && work.form && <OpenForm project={project} work={work} form={work.form} />}
      {!work.conflict && !work.form && <Loading />}
      <ReviewTable project={work.form ? { ...project, form: work.form } : project} />
    </section>
  );
};
