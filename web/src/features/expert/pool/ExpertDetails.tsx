import { useQuery } from '@tanstack/react-query';
import { expertPoolApi, type Expert, type ExpertDetail } from '@zhiping/shared/contracts/expert-pool.ts';
import { lazy, Suspense, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Can } from '../../../kit/display/Can.tsx';
import { EnabledTag } from '../../../kit/display/EnabledTag.tsx';
import { Facts } from '../../../kit/display/Facts.tsx';
import { IdentityNumber } from '../../../kit/display/IdentityNumber.tsx';
import { Failed, Loading } from '../../../kit/display/states.tsx';
import { reading } from '../../../lib/query-client.ts';
import { DictText } from '../../../pickers/DictText.tsx';
import { SubjectChain } from '../SubjectChain.tsx';

const ChangeDecision = lazy(() => import('../change-requests/ChangeDecision.tsx'));
const ExpertInspection = lazy(() => import('./ExpertInspection.tsx'));
const PeriodEditor = lazy(() => import('./PeriodEditor.tsx'));

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="expert-section">
    <h2>{title}</h2>
    {children}
  </section>
);

const History = ({
  lines,
}: {
  lines: readonly { what: string; reason: string; who: string; at: string }[];
}) =>
  lines.length === 0 ? (
    <p className="expert-none">还没有记录</p>
  ) : (
    <ol className="expert-history">
      {lines.map(({ what, reason, who, at }) => (
        <li key={at + what}>
          <strong>{what}</strong>
          <span>{reason}</span>
          <small>
            {who} · {at}
          </small>
        </li>
      ))}
    </ol>
  );

/** Facts that decide whether an expert is asked, and for which subjects. */
const Essentials = ({ expert }: { expert: ExpertDetail }) => (
  <Facts
    items={[
      ['单位', expert.schoolName],
      ['院系部门', expert.department],
      ['职称名称', expert.titleName],
      [
        '职称层级',
        expert.titleLevel && <DictText key="level" dict="title_level" value={expert.titleLevel} />,
      ],
      ['状态', expert.accepted ? <EnabledTag key="enabled" enabled={expert.enabled} /> : '学校推荐，待入库'],
      ...(expert.rating === null ? [] : ([['评级', expert.rating]] as const)),
      ['手机号码', expert.phone],
      ['任期', expert.termStart && `${expert.termStart} 至 ${expert.termEndsAt ?? ''}`],
    ]}
  />
);

const Profile = ({ expert }: { expert: ExpertDetail }) => (
  <Facts
    items={[
      ['姓名', expert.name],
      ['用户名', expert.username],
      [
        '身份证号码',
        <IdentityNumber
          key={expert.id}
          id={expert.id}
          masked={expert.idCard}
          api={expertPoolApi.identity}
          allow="expert:identity"
        />,
      ],
      ['性别', expert.gender],
      ['出生年份', expert.birthYear],
      [
        '职称系列',
        expert.titleSeries && <DictText key="series" dict="title_series" value={expert.titleSeries} />,
      ],
      ['邮箱', expert.email],
      ['退休', expert.retired ? '已退休' : '在职'],
      ...(expert.rating === null
        ? []
        : ([
            ['最大承担量', expert.maxLoad ?? '不限'],
            ['备注', expert.note],
          ] as const)),
      ['确认时间', expert.confirmedAt],
      ['创建时间', expert.createTime],
    ]}
  />
);

const Subjects = ({ expert }: { expert: ExpertDetail }) =>
  expert.subjects.length === 0 ? (
    <p className="expert-none">还没有选择学科</p>
  ) : (
    <ol className="subject-list">
      {expert.subjects.map((subject) => (
        <li key={subject.path.join('/')}>
          <SubjectChain subject={subject} />
        </li>
      ))}
    </ol>
  );

/** All details of one expert that the reader may see. */
export const ExpertDetails = ({ expert: { id } }: { expert: Expert }) => {
  const detail = useQuery(reading(expertPoolApi.read, { params: { id } }));
  if (detail.isError)
    return <Failed what="专家详情" error={detail.error} onRetry={() => void detail.refetch()} />;
  if (!detail.data) return <Loading />;
  const expert = detail.data;
  const isOffice = expert.rating !== null;

  return (
    <Suspense fallback={<Loading rows={3} />}>
      {expert.changes.map((change) => (
        <ChangeDecision key={change.id} expert={expert} change={change} />
      ))}
      <Essentials expert={expert} />
      <Section title="学科专业">
        <Subjects expert={expert} />
      </Section>
      <Section title="任职经历">
        <PeriodEditor kind="affiliations" expert={expert} />
      </Section>
      <Section title="不可参评时间">
        <PeriodEditor kind="unavailability" expert={expert} />
      </Section>
      <Can roles={['expert:inspect']}>
        <Section title="核查">
          <ExpertInspection expertId={id} />
        </Section>
      </Can>
      <Can roles={['conflict:list']}>
        <div className="screen-only">
          <Section title="回避">
            <Link to={`/review/conflict?expert=${id}`}>查看需要回避的申报与登记的利害关系</Link>
          </Section>
        </div>
      </Can>
      <Section title="基本信息">
        <Profile expert={expert} />
      </Section>
      {isOffice && (
        <>
          <Section title="评级历史">
            <History
              lines={expert.ratingLog.map(({ from, to, reason, actorName, at }) => ({
                what: `${from} → ${to}`,
                reason,
                who: actorName,
                at,
              }))}
            />
          </Section>
          <Section title="启停历史">
            <History
              lines={expert.statusLog.map(({ enabled, reason, actorName, at }) => ({
                what: enabled ? '启用' : '停用',
                reason,
                who: actorName,
                at,
              }))}
            />
          </Section>
        </>
      )}
    </Suspense>
  );
};
