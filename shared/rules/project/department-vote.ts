/** The vote of a department on a project (民主评议). */
export type DepartmentVote = { present: number; inFavour: number; against: number; abstain: number };

/** Why the counts are inconsistent, or null: every member present voted in one of three ways. */
export const voteProblem = ({ present, inFavour, against, abstain }: DepartmentVote): string | null => {
  const numbers = [present, inFavour, against, abstain];
  if (numbers.some((number) => !Number.isInteger(number) || number < 0))
    return '人数和票数必须是不小于 0 的整数';
  if (present === 0) return '出席人数至少为 1';
  const cast = inFavour + against + abstain;
  return cast === present
    ? null
    : `赞成 ${inFavour} + 反对 ${against} + 弃权 ${abstain} = ${cast}，与出席 ${present} 人不符`;
};

/** A warning shown before recommending: each school sets its own required number of votes. */
export const voteWarning = ({ present, inFavour }: DepartmentVote): string | null =>
  inFavour * 2 > present ? null : `赞成 ${inFavour} 票，没有超过出席 ${present} 人的半数，请确认仍要推荐`;
