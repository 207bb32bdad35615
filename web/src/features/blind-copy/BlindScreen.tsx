import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { useQuery } from '@tanstack/react-query';
import { blindCopyApi, type BlindCopy, type BlindMark } from '@zhiping/shared/contracts/blind-copy.ts';
import { copyProblems } from '@zhiping/shared/rules/blind-copy/states.ts';
import { text } from '@zhiping/shared/schemas.ts';
import { Alert, Button, Segmented } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { Empty, Failed, Loading } from '../../kit/display/states.tsx';
import { NumberInput } from '../../kit/form/NumberInput.tsx';
import { ReasonDialog } from '../../kit/form/ReasonDialog.tsx';
import { useConfirm } from '../../kit/hooks/use-confirm.ts';
import { PageHead } from '../../kit/layout/PageHead.tsx';
import { ActionButton } from '../../kit/list/actions/ActionButton.tsx';
import { reading } from '../../lib/query-client.ts';
import { useIsMobile } from '../../lib/use-media.ts';
import './blind-copy.css';
import { BlindStateTag } from './BlindStateTag.tsx';
import { DrawLayer } from './DrawLayer.tsx';
import { MarkList } from './MarkList.tsx';
import { NextWaiting } from './NextWaiting.tsx';
import { PageView } from './PageView.tsx';
import { type BlindWork, useBlindWork } from './use-blind-work.ts';
import { usePageKeys } from './use-page-keys.ts';

const ASK_MS = 2000;
const ZOOMS = [1, 1.5, 2, 3];
const Reason = z.object({ reason: text('理由', 200) });

const Heading = ({ copy, work, onLeave }: { copy: BlindCopy; work: BlindWork; onLeave: () => void }) => {
  const [isWaiving, setWaiving] = useState(false);
  const confirm = useConfirm();
  const { can } = copy;
  const isReleased = copy.state === 'released';
  const needsReason = can.release !== true && can.waive === true;
  return (
    <PageHead title={copy.fileName}>
      <BlindStateTag state={copy.state} />
      <NextWaiting id={copy.id} cycleId={copy.cycleId} />
      <Button onClick={onLeave}>返回列表</Button>
      {can.cover !== undefined && !isReleased && (
        <ActionButton label="遮盖并检验" reason={reasonOf(can.cover)} run={work.prove} />
      )}
      {can.release !== undefined && !isReleased && !needsReason && (
        <ActionButton label="放行" reason={reasonOf(can.release)} run={work.release} />
      )}
      {needsReason && <Button onClick={() => setWaiving(true)}>说明并放行</Button>}
      {can.withdraw !== undefined && isReleased && (
        <Button
          onClick={() =>
            confirm({
              title: '撤回放行？',
              consequence: '评审专家将暂时看不到这份材料，直到再次放行。',
              verb: '撤回',
              act: work.withdraw,
            })
          }
        >
          撤回放行
        </Button>
      )}
      {isWaiving && (
        <ReasonDialog
          title="说明并放行"
          verb="放行"
          consequence={`${reasonOf(can.release) ?? ''}。您的姓名与理由会记录在案。`}
          schema={Reason}
          act={work.waive}
          onClose={() => setWaiving(false)}
        />
      )}
    </PageHead>
  );
};

const Notices = ({ copy }: { copy: BlindCopy }) => (
  <>
    {copy.isRunning && <Alert type="info" showIcon title="正在重新遮盖并检验，完成后自动更新" />}
    {copy.problem && (
      <Alert
        type="error"
        showIcon
        title={`${copyProblems[copy.problem]}，${copy.problem === 'too_slow' ? '可再「遮盖并检验」一次，仍不行时' : ''}请联系申报人更换文件`}
      />
    )}
    {!copy.isRunning && copy.isChanged && (
      <Alert type="warning" showIcon title="标记有改动，副本还是改动前的样子，请「遮盖并检验」" />
    )}
    {!copy.isRunning && copy.isOld && (
      <Alert
        type="warning"
        showIcon
        title={
          copy.state === 'released'
            ? '这个副本由旧版本生成并已放行，可在列表中「重新检查」'
            : '这个副本由旧版本生成，请「遮盖并检验」后再放行'
        }
      />
    )}
    {copy.leftOver > 0 && (
      <Alert type="error" showIcon title={`检验发现还有 ${copy.leftOver} 处没有遮住，请补充标记后重新检验`} />
    )}
    {copy.waiver && (
      <Alert type="info" showIcon title={`${copy.releasedBy ?? ''}说明后放行：${copy.waiver}`} />
    )}
  </>
);

type Shown = 'original' | 'copy' | 'marks';

const Work = ({ copy, work }: { copy: BlindCopy; work: BlindWork }) => {
  const [number, setNumber] = useState(1);
  const [zoom, setZoom] = useState(1);
  const [selected, setSelected] = useState<number | null>(null);
  const [isDrawing, setDrawing] = useState(false);
  const [shown, setShown] = useState<Shown>('original');
  const isMobile = useIsMobile();
  const total = copy.pageList.length;
  const page = copy.pageList[number - 1];
  const turnTo = (to: number) => {
    setNumber(Math.min(total, Math.max(1, to)));
    setDrawing(false);
  };
  const select = (mark: BlindMark) => {
    setSelected(mark.id);
    turnTo(mark.page);
    if (isMobile) setShown('original');
  };
  usePageKeys({
    PageDown: () => turnTo(number + 1),
    PageUp: () => turnTo(number - 1),
    '+': () => setZoom(ZOOMS.find((one) => one > zoom) ?? zoom),
    '-': () => setZoom(ZOOMS.findLast((one) => one < zoom) ?? zoom),
  });
  if (!page) return <Empty text={copy.problem ? '没有可显示的页面' : '还没有制作副本'} />;
  const view = { copy, page, zoom, marks: copy.marks, selected };
  const canDraw = copy.can.edit;
  return (
    <section className="blind-work" aria-label="对照核对">
      <div className="blind-tools" role="toolbar" aria-label="翻页、缩放与框选">
        <Button disabled={number === 1} onClick={() => turnTo(number - 1)}>
          上一页
        </Button>
        <NumberInput
          aria-label="页码"
          min={1}
          max={total}
          value={number}
          onChange={(value) => value !== null && turnTo(value)}
        />
        <span>/ {total} 页</span>
        <Button disabled={number === total} onClick={() => turnTo(number + 1)}>
          下一页
        </Button>
        <Segmented
          aria-label="缩放"
          value={zoom}
          onChange={setZoom}
          options={ZOOMS.map((value) => ({ value, label: `${value * 100}%` }))}
        />
        {canDraw !== undefined && (
          <ActionButton
            label={isDrawing ? '取消框选' : '框选遮盖'}
            reason={reasonOf(canDraw)}
            run={() => {
              setShown('original');
              setDrawing(!isDrawing);
            }}
          />
        )}
      </div>
      {isMobile && (
        <Segmented<Shown>
          block
          aria-label="显示"
          value={shown}
          onChange={setShown}
          options={[
            { value: 'original', label: '原件' },
            { value: 'copy', label: '副本' },
            { value: 'marks', label: `标记 ${copy.marks.length}` },
          ]}
        />
      )}
      {isDrawing && (
        <p className="soft">
          在原件上从一角拖到另一角；或用方向键移动、Shift 加方向键改变大小、Enter 保存、Esc 取消
        </p>
      )}
      <div className="blind-panes">
        {(!isMobile || shown === 'original') && (
          <PageView key={`o${number}`} {...view} side="original" onSelect={setSelected}>
            {isDrawing && (
              <DrawLayer
                page={page}
                onDone={(place) => {
                  work.add(place);
                  setDrawing(false);
                }}
                onCancel={() => setDrawing(false)}
              />
            )}
          </PageView>
        )}
        {(!isMobile || shown === 'copy') && (
          <PageView
            key={`c${number}${copy.coveredAt}`}
            {...view}
            marks={[]}
            side="copy"
            onSelect={setSelected}
          />
        )}
        {(!isMobile || shown === 'marks') && (
          <MarkList
            copy={copy}
            page={number}
            selected={selected}
            onSelect={select}
            onTurn={turnTo}
            work={work}
          />
        )}
      </div>
    </section>
  );
};

/** A copy beside its original, with its marks. */
export const BlindScreen = ({ id, onLeave }: { id: number; onLeave: () => void }) => {
  const { data, error, refetch } = useQuery({
    ...reading(blindCopyApi.read, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.isRunning ? ASK_MS : false),
  });
  const work = useBlindWork(id);
  if (error) return <Failed what="盲审副本" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <section className="panel blind-screen">
      <Heading copy={data} work={work} onLeave={onLeave} />
      <p className="soft">{[data.projectNo, data.personName, data.schoolName].filter(Boolean).join(' · ')}</p>
      <Notices copy={data} />
      <Work copy={data} work={work} />
    </section>
  );
};
