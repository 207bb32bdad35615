import { useEffect, useRef } from 'react';

export type Problem = { text: string; field?: string };

export const focusField = (field: string) =>
  document.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();

/** Takes the focus when new problems arrive; each problem links to its field. */
export const ErrorSummary = ({ problems }: { problems: readonly Problem[] }) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problems.length > 0) box.current?.focus();
  }, [problems]);
  if (problems.length === 0) return null;
  return (
    <div ref={box} className="auth-summary" role="alert" tabIndex={-1}>
      {problems.map(({ text, field }) => (
        <p key={text}>
          {field ? (
            <button type="button" className="auth-link" onClick={() => focusField(field)}>
              {text}
            </button>
          ) : (
            text
          )}
        </p>
      ))}
    </div>
  );
};
