import type { AssignedExpert } from '@zhiping/shared/contracts/assignment.ts';
import { useWhy } from './use-why.ts';

type Props = { projectId: number; expert: AssignedExpert };

/** What replacing somebody after release does, and what it costs beside the best that could have been had. */
export const ReplaceCost = ({ projectId, expert: { drawId, expertId } }: Props) => {
  const { data } = useWhy({ drawId, projectId });
  const place = data?.why?.places.find((one) => one.expertId === expertId);
  return (
    <>
      由抽取记录中的候补接替，没有候补的由最合适的专家接替，并立即邀请。原专家不再看到这份材料。其他分配不变。
      {place?.thisSlot && (
        <span className="assignment-cost" role="status">
          只换这一处，{place.thisSlot.words}
          {place.forAll && `；如果其余也能变动，${place.forAll.words}`}。
        </span>
      )}
    </>
  );
};
