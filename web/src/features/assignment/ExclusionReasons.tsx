import type { Why } from '@zhiping/shared/contracts/draw-result.ts';
import { ringWords } from '@zhiping/shared/rules/assignment/subject-distance.ts';
import { Progress } from 'antd';
import { Empty, Failed, Loading } from '../../kit/display/states.tsx';
import './assignment.css';
import { useExclusionReasons } from './use-exclusion-reasons.ts';
import { WideTable } from './WideTable.tsx';

/** Number of best matches to show. The answer holds more when the change dialog asks for an expert. */
const SHOWN = 10;

const ExpertName = ({ name, schoolName }: { name: string; schoolName: string | null }) => (
  <>
    {name}
    <div className="soft">{schoolName}</div>
  </>
);

const Others = ({ others }: Pick<Why, 'others'>) => (
  <WideTable label="匹配最高的其他专家">
    <caption>匹配最高的其他专家</caption>
    <thead>
      <tr>
        <th scope="col">专家</th>
        <th scope="col">匹配</th>
        <th scope="col">为什么不是他</th>
      </tr>
    </thead>
    <tbody>
      {others.slice(0, SHOWN).map((one) => (
        <tr key={one.expertId}>
          <th scope="row">
            <ExpertName {...one} />
          </th>
          <td>
            {ringWords[one.ring as 0 | 1 | 2 | 3]}，{one.match / 100} 分
          </td>
          <td>{one.words}</td>
        </tr>
      ))}
    </tbody>
  </WideTable>
);

const forAllWords = ({ own, forAll }: Why['places'][number]) => {
  const change = forAll && `${forAll.words}，共变动 ${forAll.moved} 处`;
  return own === null ? change : [own, change && `换下他则${change}`].filter(Boolean).join('；');
};

/** Cost of replacing each current expert: with all others free to move, or alone. */
const ReplacementCosts = ({ places }: Pick<Why, 'places'>) => (
  <WideTable label="换下其中一位的代价">
    <caption>换下其中一位的代价</caption>
    <thead>
      <tr>
        <th scope="col">专家</th>
        <th scope="col">其余一起重排</th>
        <th scope="col">只换这一处</th>
      </tr>
    </thead>
    <tbody>
      {places.map((place) => (
        <tr key={place.expertId}>
          <th scope="row">{place.name}</th>
          <td>{forAllWords(place)}</td>
          <td>
            {place.thisSlot ? `${place.thisSlot.words}，由${place.thisSlot.name}接替` : '没有可以接替的人'}
          </td>
        </tr>
      ))}
    </tbody>
  </WideTable>
);

const Reasons = ({ why: { others, places }, isReleased }: { why: Why; isReleased: boolean }) => (
  <>
    <p className="soft">
      代价是全部材料的匹配、评级、工作量与随机分合计的得失，按抽取名册和计算时的回避、停用、请假与工作量精确计算；换下的代价与现在的安排相比
      {isReleased && '；已发布的分配不再变动，「其余一起重排」只作对照'}。
    </p>
    {others.length === 0 ? <Empty text="本学科没有其他专家" /> : <Others others={others} />}
    {places.length > 0 && <ReplacementCosts places={places} />}
  </>
);

type Props = { drawId: number; projectId: number; isReleased: boolean };

/**
 * Why a project has these experts and not others: for each other expert a reason, or the exact loss over all projects.
 */
export const ExclusionReasons = ({ drawId, projectId, isReleased }: Props) => {
  const { data, error, refetch } = useExclusionReasons({ drawId, projectId });
  if (error) return <Failed what="其他专家" error={error} onRetry={() => void refetch()} />;
  if (data?.why) return <Reasons why={data.why} isReleased={isReleased} />;
  if (data?.run?.state === 'failed')
    return (
      <Failed
        what="其他专家"
        error={new Error(data.run.error ?? '计算没有完成')}
        onRetry={() => void refetch()}
      />
    );
  if (!data?.run) return <Loading rows={4} />;
  const { done, total } = data.run;
  return (
    <div role="status" className="assignment-run">
      <span>正在计算</span>
      <Progress
        percent={total === 0 ? 0 : Math.round((done / total) * 100)}
        size="small"
        aria-label="计算的进度"
      />
    </div>
  );
};
