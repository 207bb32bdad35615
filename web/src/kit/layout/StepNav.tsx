import type { ReactNode } from 'react';
import { Link } from 'react-router';
import './step-nav.css';

export type Step = { name: string; label: string; href: string; icon: ReactNode; words: string };

type Props = { label: string; steps: readonly Step[]; current: string };

/** Links to the steps of a form in several parts, each with its state. */
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
