/** The vote of a department on a project (民主评议). `expected` are its members (应到), `present` those who came (实到). */
export type DepartmentVote = {
  expected: number;
  present: number;
  inFavour: number;
  against: number;
  abstain: number;
};

/** Whether more than half of those present are in favour. */
export const isMajority = ({ present, inFavour }: Pick<DepartmentVote, 'present' | 'inFavour'>): boolean =>
  inFavour * 2 > present;

/** Why the numbers of a vote cannot be right, or null: all members present vote in one of three ways. */
export const countProblem = ({
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
  return null;
};

/** Why a project is not recommended with this vote, or null. */
export const voteProblem = (vote: DepartmentVote): string | null =>
  countProblem(vote) ??
  (isMajority(vote) ? null : `赞成 ${vote.inFavour} 票，没有超过实到 ${vote.present} 人的半数，不能推荐`);
