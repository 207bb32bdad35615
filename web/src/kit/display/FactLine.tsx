import { Fragment } from 'react';
import './fact-line.css';

/** Short facts one after the other; each stays whole where it fits on a line. */
export const FactLine = ({ facts }: { facts: readonly (string | false | null | undefined)[] }) => (
  <>
    {facts
      .filter((fact) => typeof fact === 'string' && fact !== '')
      .map((fact, index) => (
        <Fragment key={index}>
          {index > 0 && ' · '}
          <span className="fact-line-part">{fact}</span>
        </Fragment>
      ))}
  </>
);
