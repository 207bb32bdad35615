import type { DrawResultView } from '@zhiping/shared/contracts/draw-result.ts';
import './result.css';

/** Why some vacancies cannot be filled by any assignment, with the numbers that prove it. */
export const Shortages = ({ shortages }: Pick<DrawResultView, 'shortages'>) =>
  shortages.length === 0 ? null : (
    <div className="result-shortages">
      <p>任何分配都填不满的空缺：</p>
      <ul>
        {shortages.map(({ words, files }, at) => (
          <li key={at}>
            {words}
            <span className="soft">（{files} 份材料）</span>
          </li>
        ))}
      </ul>
    </div>
  );
