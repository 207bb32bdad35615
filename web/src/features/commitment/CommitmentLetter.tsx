import type { CommitmentText } from '@zhiping/shared/contracts/commitment.ts';
import type { CommitmentKind } from '@zhiping/shared/rules/commitment/kinds.ts';
import { Paper } from '../../kit/display/Paper.tsx';

const signers: Record<CommitmentKind, string> = {
  applicant: '承诺人（签名）',
  employer: '单位（盖章）',
  expert: '承诺人（签名）',
  staff: '承诺人（签名）',
};

/** The printed letter, to be signed by hand. */
export const CommitmentLetter = ({ text }: { text: CommitmentText }) => (
  <Paper kind="detail" title={text.title}>
    <div className="commitment-letter">
      {text.body.split('\n').map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p className="commitment-sign">{signers[text.kind]}：________________</p>
      <p className="commitment-sign">________年____月____日</p>
      <p className="commitment-hash">
        第 {text.version} 版　SHA-256 {text.hash}
      </p>
    </div>
  </Paper>
);
