import type { SpecialDay } from '@zhiping/shared/contracts/holiday.ts';
import { arrangementsOf, inWords } from './year-grid.ts';

const rangeInWords = ([from, to]: readonly [string, string]) => {
  if (from === to) return inWords(from);
  const isSameMonth = from.slice(0, 7) === to.slice(0, 7);
  return `${inWords(from)}至${isSameMonth ? `${Number(to.slice(8))}日` : inWords(to)}`;
};

/** The holidays of a year in words, to read or print. */
export const Arrangements = ({ special }: { special: readonly SpecialDay[] }) => (
  <dl className="calendar-arrangements">
    {arrangementsOf(special).map(({ name, off, work }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {[
            off.length > 0 && `${off.map(rangeInWords).join('、')}放假`,
            work.length > 0 && `${work.map(inWords).join('、')}上班`,
          ]
            .filter(Boolean)
            .join('，')}
        </dd>
      </div>
    ))}
  </dl>
);
