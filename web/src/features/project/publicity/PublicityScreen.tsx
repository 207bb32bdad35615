import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { useQuery } from '@tanstack/react-query';
import {
  type Objection,
  objectionVerdicts,
  type Publicity,
  publicityApi,
} from '@zhiping/shared/contracts/publicity.ts';
import { Alert, Button, Tag } from 'antd';
import { useState } from 'react';
import { Facts } from '../../../kit/display/Facts.tsx';
import { Paper } from '../../../kit/display/Paper.tsx';
import { PrintButton } from '../../../kit/display/PrintButton.tsx';
import { Empty, Failed, Loading } from '../../../kit/display/states.tsx';
import { ReasonDialog } from '../../../kit/form/ReasonDialog.tsx';
import { PageHead } from '../../../kit/layout/PageHead.tsx';
import { ActionButton } from '../../../kit/list/actions/ActionButton.tsx';
import { ApiError, call } from '../../../lib/api.ts';
import { copyText } from '../../../lib/copy-text.ts';
import { notify } from '../../../lib/notify.ts';
import { reading, refresh } from '../../../lib/query-client.ts';
import { ProjectStateTag } from '../check/ProjectStateTag.tsx';
import { NoticeText } from './NoticeText.tsx';
import { AnswerObjection, NewObjection } from './ObjectionDialogs.tsx';
import { PeopleTable } from './PeopleTable.tsx';
import '../project.css';
import './publicity.css';
import { StandingTag } from './StandingTag.tsx';

const TITLE = '职称申报推荐人选公示';

const Notice = ({ publicity }: { publicity: Publicity }) => (
  <>
    <NoticeText text={publicity.notice} />
    <div className="publicity-wide">
      <PeopleTable people={publicity.people} />
    </div>
    <p className="publicity-signed">
      {publicity.schoolName}
      <br />
      {publicity.startsOn}
    </p>
  </>
);

/** The notice with its table as text, for a web page or a message. */
const inText = ({ notice, people, schoolName, startsOn }: Publicity) =>
  [
    TITLE,
    notice,
    ...people.map(({ name, department, presentTitle, titleName, subject }, index) =>
      [index + 1, name, department, presentTitle, titleName, subject].join('\t'),
    ),
    schoolName,
    startsOn,
  ].join('\n');

const copy = async (publicity: Publicity) => {
  if (await copyText(inText(publicity))) notify.success('公示文字已复制');
  else notify.warning('浏览器不允许复制，请选中文字后复制');
};

type ItemProps = { objection: Objection; canAnswer: Publicity['can']['answer']; onAnswer: () => void };

const ObjectionItem = ({ objection, canAnswer, onAnswer }: ItemProps) => {
  const { personName, name, contact, content, evidence, receivedOn, dueOn, verdict } = objection;
  return (
    <li>
      <h3>
        对{personName}的异议
        <Tag color={verdict === null ? 'warning' : 'default'}>
          {verdict === null ? `${dueOn} 前办结` : `异议${objectionVerdicts[verdict]}`}
        </Tag>
        {verdict === null && canAnswer !== undefined && (
          <ActionButton
            label="办结"
            aria-label={`办结对${personName}的异议`}
            reason={reasonOf(canAnswer)}
            run={onAnswer}
          />
        )}
      </h3>
      <p>{content}</p>
      {evidence && <p>证据材料：{evidence}</p>}
      <p className="soft">
        {name}
        {contact && `，${contact}`}，{receivedOn} 收到
      </p>
      {verdict !== null && (
        <p>
          核实与答复：{objection.answer}（{objection.answeredBy}，{objection.answeredAt}）
        </p>
      )}
    </li>
  );
};

const Screen = ({ publicity, onLeave }: { publicity: Publicity; onLeave: () => void }) => {
  const [open, setOpen] = useState<'object' | 'cancel' | Objection>();
  const { id, standing, startsOn, endsOn, workingDays, people, objections, can } = publicity;
  const close = () => setOpen(undefined);
  return (
    <section className="panel publicity-screen">
      <PageHead title={`单位公示（${people.length} 人）`}>
        <PrintButton label="打印公示" />
        <Button onClick={() => void copy(publicity)}>复制文字</Button>
        {can.object !== undefined && (
          <ActionButton label="登记异议" reason={reasonOf(can.object)} run={() => setOpen('object')} />
        )}
        {can.cancel !== undefined && (
          <ActionButton label="撤销公示" reason={reasonOf(can.cancel)} run={() => setOpen('cancel')} />
        )}
        <Button onClick={onLeave}>返回列表</Button>
      </PageHead>
      <Facts
        items={[
          ['状态', <StandingTag key="standing" standing={standing} />],
          ['批次', publicity.cycleName],
          ['学校', publicity.schoolName],
          ['公示时间', `${startsOn} 至 ${endsOn}（${workingDays} 个工作日）`],
          ['公示地点', publicity.place],
          ['发布', `${publicity.createBy}，${publicity.createTime}`],
        ]}
      />
      {publicity.cancelReason !== null && (
        <Alert type="warning" showIcon title={`公示已撤销：${publicity.cancelReason}`} />
      )}
      <section className="publicity-part" aria-label="异议">
        <h2>异议</h2>
        {objections.length === 0 ? (
          <p className="soft">没有异议</p>
        ) : (
          <ul className="publicity-objections">
            {objections.map((objection) => (
              <ObjectionItem
                key={objection.id}
                objection={objection}
                canAnswer={can.answer}
                onAnswer={() => setOpen(objection)}
              />
            ))}
          </ul>
        )}
      </section>
      <section className="publicity-part" aria-label="公示人员">
        <h2>公示人员现状</h2>
        <ul className="project-history">
          {people.map(({ projectId, name, state }) => (
            <li key={projectId}>
              {name} <ProjectStateTag state={state} />
            </li>
          ))}
        </ul>
      </section>
      <section className="publicity-part" aria-label="公示正文">
        <h2>公示正文</h2>
        <article className="publicity-notice">
          <h2>{TITLE}</h2>
          <Notice publicity={publicity} />
        </article>
      </section>
      <Paper kind="detail" title={TITLE}>
        <Notice publicity={publicity} />
      </Paper>
      {open === 'object' && <NewObjection publicity={publicity} onClose={close} />}
      {open === 'cancel' && (
        <ReasonDialog
          title="撤销公示"
          verb="撤销公示"
          consequence="撤销后，其中的申报须重新公示满期才能报送。"
          schema={publicityApi.cancel.body}
          isDanger
          act={async (reason) => {
            await call(publicityApi.cancel, { params: { id }, body: { reason }, quiet: true });
            notify.success('公示已撤销');
            await refresh(publicityApi.read, publicityApi.list);
          }}
          onClose={close}
        />
      )}
      {typeof open === 'object' && <AnswerObjection objection={open} onClose={close} />}
    </section>
  );
};

/** One publicity: its notice, its people and the objections. */
export const PublicityScreen = ({ id, onLeave }: { id: number; onLeave: () => void }) => {
  const { data, error, refetch } = useQuery(reading(publicityApi.read, { params: { id } }));
  if (error instanceof ApiError && error.status === 404)
    return <Empty text="没有找到这次公示，或您无权查看" />;
  if (error) return <Failed what="单位公示" error={error} onRetry={() => void refetch()} />;
  return data ? <Screen publicity={data} onLeave={onLeave} /> : <Loading />;
};
