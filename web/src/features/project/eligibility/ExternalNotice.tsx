import type { External } from '@zhiping/shared/contracts/project-views.ts';
import { Alert } from 'antd';
import './external-notice.css';

const words = { pass: '送审通过', fail: '送审未通过' } as const;

/** The published outcome of the external review, without the experts' names. */
export const ExternalNotice = ({ external }: { external: External | null }) => {
  if (!external) return null;
  const { outcome, message, on, opinions } = external;
  return (
    <Alert
      className="project-notice"
      type={outcome === 'pass' ? 'success' : 'warning'}
      showIcon
      title={`专家评审结果：${words[outcome]}（${on}）`}
      description={
        <>
          <p>{message}</p>
          <ol className="external-opinions" aria-label="专家意见">
            {opinions.map(({ conclusion, total, scores, texts }, index) => (
              // The index is a stable key: the order has no meaning and never changes.
              <li key={index}>
                <p>
                  <strong>{conclusion}</strong>，合计 {total} 分（
                  {scores.map(({ name, points, weight }) => `${name} ${points ?? '—'}/${weight}`).join('，')}
                  ）
                </p>
                {texts.map(({ name, text }) => (
                  <p key={name} className="external-text">
                    {name}：{text}
                  </p>
                ))}
              </li>
            ))}
          </ol>
        </>
      }
    />
  );
};
