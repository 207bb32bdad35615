import type { AssignedExpert } from '@zhiping/shared/contracts/assignment.ts';
import type { Why } from '@zhiping/shared/contracts/draw-result.ts';
import { useExclusionReasons } from './use-exclusion-reasons.ts';

type Props = { projectId: number; expert: AssignedExpert };

const describeCost = ({ thisSlot, forAll }: Why['places'][number]) => {
  const alone = thisSlot
    ? `只换这一处，预计由${thisSlot.name}接替，${thisSlot.words}`
    : '抽取名册中没有可以接替的人选，更换后这一处可能空缺';
  const together = forAll && `；如果其余也能变动，${forAll.words}`;
  return `${alone}${together ?? ''}。更匹配的专家为什么不能接替，见这份材料的「为什么不是他」。`;
};

/** Describes an automatic replacement after release, and its cost beside the best possible one. */
export const ReplaceCost = ({ projectId, expert: { drawId, expertId } }: Props) => {
  const { data, isError } = useExclusionReasons({ drawId, projectId });
  const place = data?.why?.places.find((one) => one.expertId === expertId);
  const isComputing = drawId !== null && !isError && !data?.why && data?.run?.error == null;
  return (
    <p>
      由抽取记录中的候补接替，没有候补的由最合适的专家接替，并立即邀请。原专家不再看到这份材料。其他分配不变。
      {(place || isComputing) && (
        <span className="assignment-cost" role="status">
          {place ? describeCost(place) : '正在计算代价'}
        </span>
      )}
    </p>
  );
};
