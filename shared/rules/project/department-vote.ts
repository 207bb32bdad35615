/** The vote of a department on a project (民主评议). `expected` are its members (应到), `present` those who came (实到). */
export type DepartmentVote = {
  expected: number;
  present: number;
  inFavour: number;
  against: number;
  abstain: number;
};

/**
 * Why a project is not recommended with this vote, or null: all members present vote in one of three ways, and more than
 * half of them are in favour.
 */
export const voteProblem = ({
  expected,
  present,
  inFavour,
  against,
  abstain,
}: DepartmentVote): string | null => {
  const numbers = [expected, present, inFavour, against, abstain];
  if (numbers.some((number) => !Number.isInteger(number) || number < 0))
    return '人数和票数必须是不小于 0 的整数';
  if (present === 0) return '实到人数至少为 1';
  if (present > expected) return `实到 ${present} 人，多于应到 ${expected} 人`;
  const cast = inFavour + against + abstain;
  if (cast !== present)
    return `赞成 ${inFavour} + 反对 ${against} + 弃权 ${abstain} = ${cast}，与实到 ${present} 人不符`;
  return inFavour * 2 > present ? null : `赞成 ${inFavour} 票，没有超过实到 ${present} 人的半数，不能推荐`;
};
