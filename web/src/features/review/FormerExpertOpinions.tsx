import { useKeptOpinions } from './kept-opinions.ts';
import { KeptOpinions } from './KeptOpinions.tsx';

/** For pages shown in place of the review page: former experts can still read what they wrote. */
export default function FormerExpertOpinions() {
  return (
    <KeptOpinions {...useKeptOpinions()} why="这是您在这台设备上写下、没有提交的评审意见，可以阅读和复制。" />
  );
}
