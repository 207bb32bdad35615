import { useEffect, useRef } from 'react';

export type Problems = { readonly texts: readonly string[] };

/** Takes the focus whenever new problems arrive, so that nobody misses why the form is still there. */
export const ErrorSummary = ({ problems }: { problems: Problems | null }) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problems) box.current?.focus();
  }, [problems]);
  if (!problems) return null;
  return (
    <div ref={box} className="auth-summary" role="alert" tabIndex={-1}>
      {problems.texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
};
