import { Fragment } from 'react';
import './fact-line.css';

/** Short facts in a row, separated by dots. A line breaks between facts, and within one only if it is too long. */
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
