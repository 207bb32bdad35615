import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { useQuery } from '@tanstack/react-query';
import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { type Draw, drawApi, ReleaseReason } from '@zhiping/shared/contracts/draw.ts';
import { drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { POOL_DAYS, poolChangesInWords } from '@zhiping/shared/rules/draw/pool-changes.ts';
import { planWords } from '@zhiping/shared/rules/draw/plan.ts';
import { drawMachine, drawModes } from '@zhiping/shared/rules/draw/states.ts';
import { Alert, Button } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Facts } from '../../kit/display/Facts.tsx';
import { CopyOf, Paper } from '../../kit/display/Paper.tsx';
import { PrintButton } from '../../kit/display/PrintButton.tsx';
import { Failed, Loading } from '../../kit/display/states.tsx';
import { ReasonDialog } from '../../kit/form/ReasonDialog.tsx';
import { useConfirm } from '../../kit/hooks/use-confirm.ts';
import { PageHead } from '../../kit/layout/PageHead.tsx';
import { ActionButton } from '../../kit/list/actions/ActionButton.tsx';
import { call, download } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { usePermission } from '../../lib/permission.ts';
import { reading, refresh, useWrite } from '../../lib/query-client.ts';
import './draw.css';
import { NextStep } from '../../pickers/NextStep.tsx';
import { WaitingRequests } from '../../pickers/WaitingRequests.tsx';
import { DrawStateTag } from './DrawStateTag.tsx';
import { RunProgress, runningOf } from './result/RunProgress.tsx';
import { SidePanel } from './SidePanel.tsx';
import { placesInWords, ReleaseNotice } from './ReleaseNotice.tsx';
import { NotReady, WaitReason } from './WaitReason.tsx';

const POLL_MS = 3000;
const RUNNING_MS = 1000;

/** Polled while other participants can act. */
const isLive = (draw: Draw | undefined) => draw?.state === 'planned' || draw?.state === 'frozen';

/** Poll interval before the release: a release need not show within seconds, and its denials take longer to compute. */
const DRAWN_MS = 60_000;

const pollInterval = (draw: Draw | undefined) => {
  if (runningOf(draw?.run)) return RUNNING_MS;
  if (draw?.state === 'drawn') return DRAWN_MS;
  return isLive(draw) ? POLL_MS : false;
};

const reload = () => refresh(drawApi.read, drawApi.list, drawApi.standing, confirmationApi.list);

const countsOf = ({ counts }: Draw) =>
  counts &&
  `材料 ${counts.files} 份、需专家 ${counts.places} 人次，专家库 ${counts.experts} 人，回避关系 ${counts.conflicts} 条`;

const abortWords = ({ by, at, after, reason }: Draw['aborted'][number]) =>
  `${after}；${by ?? '已删除的账号'}于 ${at} 中止，原因：${reason ?? '未填写'}`;

/** Aborted draws of the cycle, each with its stage and reason, so that aborts after the result is known are visible. */
const Aborted = ({ aborted }: Pick<Draw, 'aborted'>) =>
  aborted.length === 0 ? (
    '没有'
  ) : (
    <>
      共 {aborted.length} 次
      <ul className="draw-aborted">
        {aborted.map((one) => (
          <li key={one.no}>
            第 {one.no} 次抽取：{abortWords(one)}
          </li>
        ))}
      </ul>
    </>
  );

/** Acts of staff that could have left few experts to draw from. */
const PoolChanges = ({ poolChanges }: Pick<Draw, 'poolChanges'>) => (
  <>
    发起前 {POOL_DAYS} 天至送审结束{poolChanges.length === 0 ? '，没有人工变动' : '：'}
    {poolChanges.length > 0 && (
      <ul className="draw-aborted">
        {poolChangesInWords(poolChanges).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    )}
  </>
);

const hash = (value: string | null | undefined) => value && <code className="draw-hash">{value}</code>;

/** Inputs and outputs of a draw, as hashes that any reader can compare. */
const RecordFacts = ({ draw }: { draw: Draw }) => {
  const asked = planWords(draw.plan);
  const made: (readonly [string, ReactNode])[] = [
    ['名册', countsOf(draw)],
    ['名册摘要', hash(draw.rosterHash)],
    ['系统随机数摘要', hash(draw.nonceHash)],
    ['系统随机数', hash(draw.nonce)],
    ['种子', hash(draw.seed)],
    ['结果', draw.outcome && `分配 ${draw.outcome.filled} 人次，空缺 ${draw.outcome.unfilled} 人次`],
    ['结果摘要', hash(draw.resultHash)],
    ['之后调整', draw.later && `${draw.later.count} 次`],
    ['调整摘要', hash(draw.later?.hash)],
  ];
  return (
    <Facts
      items={[
        ['状态', <DrawStateTag key="state" state={draw.state} isCommitted={draw.isCommitted} />],
        ['批次', draw.cycleName],
        ['抽取方式', drawModes[draw.plan.mode]],
        ...(draw.plan.mode === 'drawOptimise' ? [['随机幅度', `${draw.plan.noise} 分`] as const] : []),
        ...(asked.length > 0 ? [['要求', asked.join('，')] as const] : []),
        [
          '监督',
          draw.plan.isWitnessed ? '监督员见证' : '本次抽取没有监督员参加，不能证明随机数由两方各自提供',
        ],
        ...(draw.rosterHash !== null && draw.nonceHash === null
          ? [['系统随机数', '较早的抽取没有，不能证明公开随机数之前无人算出结果'] as const]
          : []),
        ['专家库与回避的变动', <PoolChanges key="pool" poolChanges={draw.poolChanges} />],
        // Facts that do not exist yet are left out.
        ...made.filter(([, value]) => Boolean(value)),
        ['本批次中止', <Aborted key="aborted" aborted={draw.aborted} />],
      ]}
    />
  );
};

const Steps = ({ steps }: Pick<Draw, 'steps'>) => (
  <section className="draw-steps">
    <h2>经过</h2>
    {steps.length === 0 ? (
      <p>还没有开始</p>
    ) : (
      <ol>
        {steps.map(({ event, by, note, at }, index) => (
          <li key={`${at}${event}${index}`}>
            <time>{at}</time> {by ?? '系统'}：{drawMachine.events[event]}
            {note && `（${note}）`}
          </li>
        ))}
      </ol>
    )}
  </section>
);

/** The next step of the draw, in one sentence. */
const next = ({ state, plan, office, supervisor, problem, run }: Draw): string | null => {
  const lacking = [!office.commit && '评审办', plan.isWitnessed && !supervisor.commit && '监督员'].filter(
    Boolean,
  );
  const closed = [!office.secret && '评审办', plan.isWitnessed && !supervisor.secret && '监督员'].filter(
    Boolean,
  );
  if (state === 'planned')
    return lacking.length > 0 ? `第一步：${lacking.join('、')}提交随机数的承诺值` : '第二步：评审办冻结名册';
  if (state === 'drawn') return '第四步：评审办核对结果并发布';
  if (state !== 'frozen') return null;
  if (closed.length > 0) return `第三步：${closed.join('、')}公开随机数`;
  return problem === null && runningOf(run) === null ? '等待计算结果' : null;
};

const RELEASING = '发布后，专家立即收到邀请并看到分配给自己的材料，申报进入送审，专家只能逐一更换。';

type Props = { onLeave: () => void; resultHref: string };

const Screen = ({ draw, onLeave, resultHref }: Props & { draw: Draw }) => {
  const [asking, setAsking] = useState<'release' | 'abort'>();
  const close = () => setAsking(undefined);
  const content = useRef<HTMLDivElement>(null);
  const confirm = useConfirm();
  const { id, can, plan } = draw;
  const running = runningOf(draw.run);
  const mayDraw = usePermission(['assignment:draw']);
  const mayRead = usePermission(['review:list']);
  const mayArrange = usePermission(['assignment:edit']);
  const again = useWrite(drawResultApi.compute, drawApi.read);
  const title = `${draw.cycleName} 第 ${draw.no} 次抽取`;
  const waiting = next(draw);
  const isToAdjust = draw.state === 'drawn' && can.adjust !== undefined;
  const ended = draw.state === 'aborted' && draw.aborted.find(({ no }) => no === draw.no);
  // Shown first while the sides have to act, so that their buttons are easy to find.
  const sides = (
    <div className="draw-sides">
      <SidePanel draw={draw} side="office" />
      {plan.isWitnessed && <SidePanel draw={draw} side="supervisor" />}
    </div>
  );
  const freeze = async () => {
    await call(drawApi.freeze, { params: { id } });
    notify.success('名册已冻结，双方可以公开随机数');
    await reload();
  };
  const release = async (reason?: string) => {
    const { released } = await call(drawApi.release, {
      params: { id },
      body: { reason },
      quiet: reason !== undefined,
    });
    if (released === null) notify.success('已提出，他人复核后发布');
    else {
      const { sent, experts, left } = released;
      notify.success(`已发布 ${sent} 处，${experts} 位专家已收到邀请`);
      if (left.places > 0)
        notify.warning(`${left.places} 处没有发出：${placesInWords(left) || '申报已不在送审范围'}`);
    }
    await reload();
  };
  return (
    <section className="panel draw-screen">
      <PageHead title={title}>
        <PrintButton label="打印抽取记录" />
        {draw.resultHash !== null && (
          <ActionButton
            label="下载记录"
            // Its pairs are for those who arrange them until the release; the hashes are for all.
            reason={draw.state === 'drawn' && !mayArrange ? '发布后才能下载，请先记下结果摘要' : undefined}
            run={() => void download(drawApi.record, { params: { id } }).catch(() => undefined)}
          />
        )}
        {can.freeze !== undefined && draw.state === 'planned' && (
          <ActionButton label="冻结名册" reason={reasonOf(can.freeze)} run={() => void freeze()} />
        )}
        {can.release !== undefined && draw.state === 'drawn' && (
          <ActionButton
            label="发布"
            reason={reasonOf(can.release)}
            run={() =>
              draw.isChanged
                ? setAsking('release')
                : confirm({
                    title: '发布分配结果',
                    consequence: RELEASING,
                    verb: '发布',
                    act: () => release(),
                  })
            }
          />
        )}
        {can.abort === true && <Button onClick={() => setAsking('abort')}>中止抽取</Button>}
        {draw.state === 'released' && mayRead && <Link to={resultHref}>查看结果</Link>}
        <Button onClick={onLeave}>返回列表</Button>
      </PageHead>
      {ended && <Alert type="warning" showIcon title="本次抽取已中止" description={abortWords(ended)} />}
      <NextStep next={draw.next} />
      {waiting && !isToAdjust && <Alert type="info" showIcon title={waiting} />}
      <WaitReason draw={draw} />
      <NotReady draw={draw} />
      {draw.state === 'drawn' && <ReleaseNotice id={id} />}
      {draw.isChanged && (
        <WaitingRequests act="releaseDraw" cycleId={draw.cycleId} link={`/review/draw?id=${id}`} />
      )}
      {draw.problem && (
        <Alert
          type="error"
          showIcon
          title="结果没有算出来"
          description={`${draw.problem}。名册和随机数都没有变，可以再次计算，结果只会是同一个；仍不成功请中止后重新发起抽取。`}
          action={mayDraw && <Button onClick={() => again.mutate({ params: { id } })}>再次计算</Button>}
        />
      )}
      {running && <RunProgress id={id} kind="compute" run={running} label="计算结果" onChange={reload} />}
      {isToAdjust && (
        <Alert
          type="success"
          showIcon
          title="结果已产生，发布前可以人工调整"
          action={<Link to={resultHref}>查看和调整结果</Link>}
        />
      )}
      <div ref={content}>
        {isLive(draw) && sides}
        <RecordFacts draw={draw} />
        {!isLive(draw) && sides}
        <Steps steps={draw.steps} />
      </div>
      <Paper kind="detail" title={title}>
        <CopyOf source={content} />
      </Paper>
      {asking === 'release' && (
        <ReasonDialog
          title="发布分配结果"
          verb="提请复核"
          label="调整的原因"
          consequence={`结果经人工调整，与抽取产生的专家不同，须由没有调整过结果的人员复核后才发布；原因监督员也看得到，请不要写姓名。${RELEASING}`}
          schema={ReleaseReason}
          onClose={close}
          act={release}
        />
      )}
      {asking === 'abort' && (
        <ReasonDialog
          title="中止抽取"
          verb="中止抽取"
          isDanger
          consequence={`中止后不能恢复，需要重新发起；这次的经过和原因留在记录中。${draw.state === 'planned' ? '' : '名册已冻结，须由他人复核后才中止。'}`}
          schema={drawApi.abort.body}
          onClose={close}
          act={async (reason) => {
            const { confirmationId } = await call(drawApi.abort, {
              params: { id },
              body: { reason },
              quiet: true,
            });
            if (confirmationId !== null) notify.success('已提出，须由他人复核');
            await reload();
          }}
        />
      )}
    </section>
  );
};

/** The ceremony of a draw, live for all participants. */
export default function DrawScreen({ id, ...ways }: Props & { id: number }) {
  const { data, error, refetch } = useQuery({
    ...reading(drawApi.read, { params: { id } }),
    refetchInterval: ({ state }) => pollInterval(state.data),
  });
  if (data) return <Screen draw={data} {...ways} />;
  if (error) return <Failed what="抽取" error={error} onRetry={() => void refetch()} />;
  return <Loading />;
}
