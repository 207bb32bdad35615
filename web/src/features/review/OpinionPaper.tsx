import type { ReviewDesk } from '@zhiping/shared/contracts/review.ts';
import { levelWords } from '@zhiping/shared/rules/review-rule/facts.ts';
import { Paper } from '../../kit/display/Paper.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { useUser } from '../../lib/session-store.ts';
import { assignmentTitle } from './assignment-title.ts';
import { OpinionView } from './OpinionView.tsx';

/** The submitted opinion in print, with the hash under which it is kept. */
export const OpinionPaper = ({ desk }: { desk: ReviewDesk }) => {
  const { user } = useUser();
  // The open history is printed instead.
  const { value: history } = useSubView('history');
  const { cycle, titleLevel, titleName, subjects, submittedAt, hash } = desk;
  if (history !== null) return null;
  return (
    <Paper kind="detail" title={`评审意见 ${assignmentTitle(desk)}`}>
      <p>{cycle.name}</p>
      <p>
        {desk.view === 'expertOpen' && desk.person && `${desk.person.schoolName}，`}申报{' '}
        {[titleLevel && levelWords[titleLevel], titleName].filter(Boolean).join(' ')}
        {subjects.length > 0 && `，${subjects.join('；')}`}
      </p>
      <OpinionView cycle={cycle} opinion={desk.opinion} />
      <p>评审专家：{user.nickName}</p>
      <p>提交时间：{submittedAt}</p>
      <p className="desk-hash">内容摘要（SHA-256）：{hash}</p>
    </Paper>
  );
};
