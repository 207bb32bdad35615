import type { ReactNode } from 'react';
import { Link } from 'react-router';
import './step-nav.css';

export type Step = { name: string; label: string; href: string; icon: ReactNode; words: string };

type Props = { label: string; steps: readonly Step[]; current: string };

/** The steps of something that is filled in part by part, each with how it stands. */
export const StepNav = ({ label, steps, current }: Props) => (
  <nav className="step-nav" aria-label={label}>
    <ol>
      {steps.map((step, index) => (
        <li key={step.name}>
          <Link to={step.href} aria-current={step.name === current ? 'step' : undefined}>
            <span className="step-number">{index + 1}</span>
            {step.label}
            <span className="step-state">
              {step.icon} {step.words}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  </nav>
);
