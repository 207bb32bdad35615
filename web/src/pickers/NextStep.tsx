import type { z } from 'zod';
import type { NextStep as Step } from '@zhiping/shared/contracts/next-step.ts';
import { Link, useLocation } from 'react-router';
import './next-step.css';

/** The next step of a cycle, with the way to the page where it is taken, unless this is that page. */
export const NextStep = ({ next }: { next: z.output<typeof Step> | null }) => {
  const { pathname } = useLocation();
  if (next === null) return null;
  const { words, to } = next;
  return (
    <p className="next-step">
      下一步：{words}。
      {to !== null && !to.startsWith(`${pathname}?`) && (
        <Link to={to} aria-label={`前往办理：${words}`}>
          前往
        </Link>
      )}
    </p>
  );
};
