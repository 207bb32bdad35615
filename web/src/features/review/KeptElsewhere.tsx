import { useKeptOpinions } from './kept-opinions.ts';
import { KeptOpinions } from './KeptOpinions.tsx';

/** For pages that stand where the desk was: somebody who is no expert any more reads there what he had written. */
export default function KeptElsewhere() {
  return (
    <KeptOpinions {...useKeptOpinions()} why="这是您在这台设备上写下、没有提交的评审意见，可以阅读和复制。" />
  );
}
