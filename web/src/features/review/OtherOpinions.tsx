import type { ReviewDesk } from '@zhiping/shared/contracts/review.ts';
import { OpinionView } from './OpinionView.tsx';

/** The opinions of the other experts, if the cycle lets experts read them. */
export const OtherOpinions = ({ desk: { cycle, others } }: { desk: ReviewDesk }) =>
  others && (
    <section className="desk-others">
      <h2>其他专家的意见（{others.length} 份）</h2>
      <p className="soft">结果已公布。不含专家姓名和时间，次序随机。</p>
      {others.map((opinion, index) => {
        const title = `意见 ${index + 1}`;
        return (
          <article key={title} aria-label={title}>
            <h3>{title}</h3>
            <OpinionView cycle={cycle} opinion={opinion} />
          </article>
        );
      })}
    </section>
  );
