import { useQuery } from '@tanstack/react-query';
import { applyApi, type OpenCycle } from '@zhiping/shared/contracts/apply.ts';
import { type OwnProject, projectApi } from '@zhiping/shared/contracts/project.ts';
import { type ProjectState, projectStates } from '@zhiping/shared/rules/project/states.ts';
import { Button, Select, Tag } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useAction } from '../../kit/hooks/use-action.ts';
import { FactLine } from '../../kit/display/FactLine.tsx';
import { Empty, Failed, Loading } from '../../kit/display/states.tsx';
import { FormProblem } from '../../kit/display/FormProblem.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { PrintedPanel } from '../../kit/layout/PrintedPanel.tsx';
import { call } from '../../lib/api.ts';
import { reading, refresh } from '../../lib/query-client.ts';
import './project.css';

const Project = lazy(() => import('./Project.tsx'));

const colors = {
  draft: 'processing',
  submitted: 'success',
  returned: 'warning',
  notRecommended: 'error',
  unitPublicity: 'success',
  reported: 'success',
  supplementing: 'warning',
  eligible: 'success',
  ineligible: 'error',
  inExternalReview: 'processing',
  externalPassed: 'success',
  externalFailed: 'error',
  withdrawn: 'default',
} as const;

const verbs: Partial<Record<ProjectState, string>> = {
  draft: '继续填写',
  returned: '修改',
  supplementing: '补正',
};

const ProjectRow = ({ project }: { project: OwnProject }) => {
  const { hrefOf } = useSubView('id');
  const { id, cycleName, state, titleName, no, submittedAt, applyClosesAt, updateTime } = project;
  const { suspendedReason } = project;
  const verb = verbs[state] ?? '查看';
  const facts = [
    titleName && `申报${titleName}`,
    no && `编号 ${no}`,
    submittedAt ? `提交于 ${submittedAt}` : `最后保存 ${updateTime}`,
    state === 'draft' && applyClosesAt && `${applyClosesAt} 截止`,
  ];
  return (
    <li className="own-project">
      <div>
        <Link to={hrefOf(id)}>{cycleName}</Link>
        <Tag color={colors[state]}>{projectStates[state]}</Tag>
        <p className="soft">
          <FactLine facts={facts} />
        </p>
        {suspendedReason !== null && <p className="own-project-halted">批次已暂停：{suspendedReason}</p>}
      </div>
      <Link className="own-project-open" to={hrefOf(id)} aria-label={`${verb} ${cycleName}`}>
        {verb}
      </Link>
    </li>
  );
};

const denialOf = ({ state, suspendedReason, applyOpensAt }: OpenCycle): string | null => {
  if (suspendedReason !== null) return `批次已暂停：${suspendedReason}`;
  if (state === 'published') return `${applyOpensAt ?? ''} 开始申报`;
  return state === 'applying' ? null : '申报已截止';
};

/** A cycle in which the applicant has no project yet. */
const StartProject = ({ cycle }: { cycle: OpenCycle }) => {
  const { hrefOf } = useSubView('id');
  const navigate = useNavigate();
  const { data: employers = [] } = useQuery(reading(projectApi.employers));
  const [chosen, setChosen] = useState<number>();
  const schoolId = chosen ?? employers[0]?.schoolId;
  const denial = denialOf(cycle);

  const begin = useAction(async () => {
    if (schoolId === undefined) throw new Error('您不是登记在册的在职教师，请联系所在学校的职称管理员');
    const { id } = await call(projectApi.create, { body: { cycleId: cycle.id, schoolId }, quiet: true });
    await refresh(projectApi.own);
    void navigate(hrefOf(id));
  }, '未能开始，请重试');

  return (
    <li className="own-project">
      <div>
        <strong>{cycle.name}</strong>
        <p className="soft">
          {cycle.applyOpensAt} 至 {cycle.applyClosesAt} 申报，
          <Link to={`/apply/notice?cycle=${cycle.id}`}>先看申报通知</Link>
        </p>
        <FormProblem text={begin.problem} />
      </div>
      <div className="own-project-begin">
        {employers.length > 1 && (
          <Select
            aria-label="申报单位"
            value={schoolId}
            options={employers.map((one) => ({ value: one.schoolId, label: one.schoolName }))}
            onChange={setChosen}
          />
        )}
        <Button
          type="primary"
          loading={begin.isPending}
          disabled={denial !== null}
          title={denial ?? undefined}
          onClick={() => void begin.run()}
        >
          开始申报
        </Button>
        {denial && <span className="soft">{denial}</span>}
      </div>
    </li>
  );
};

const Overview = () => {
  const own = useQuery(reading(projectApi.own));
  const cycles = useQuery(reading(applyApi.cycles));
  const failed = [own, cycles].find(({ isError }) => isError);
  const projects = own.data ?? [];
  const begun = new Set(projects.filter(({ state }) => state !== 'withdrawn').map(({ cycleId }) => cycleId));
  const open = (cycles.data ?? []).filter(({ id }) => !begun.has(id));
  return (
    <PrintedPanel title="我的申报">
      {failed && <Failed what="申报" error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && (own.isPending || cycles.isPending) && <Loading />}
      {own.data && cycles.data && projects.length + open.length === 0 && (
        <Empty text="目前没有可以申报的批次，开始申报后在这里填写" />
      )}
      {projects.length > 0 && (
        <ul className="own-projects" aria-label="我的申报">
          {projects.map((project) => (
            <ProjectRow key={project.id} project={project} />
          ))}
        </ul>
      )}
      {open.length > 0 && (
        <>
          <h2 className="own-heading">可以申报的批次</h2>
          <ul className="own-projects" aria-label="可以申报的批次">
            {open.map((cycle) => (
              <StartProject key={cycle.id} cycle={cycle} />
            ))}
          </ul>
        </>
      )}
    </PrintedPanel>
  );
};

/** The applicant's own projects, and the cycles in which one can be started. */
export default function MyProjectsPage() {
  const { value } = useSubView('id');
  if (value === null) return <Overview />;
  return (
    <Suspense fallback={<Loading />}>
      <Project key={value} id={Number(value)} />
    </Suspense>
  );
}
