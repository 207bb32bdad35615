import './unbroken.css';

/** Matches numbers, days and times, which must not be broken across lines. */
const UNBREAKABLE = /(\d[\d.:/-]*\d(?: \d\d:\d\d(?::\d\d)?)?)/;

export const Unbroken = ({ text }: { text: string }) =>
  text.split(UNBREAKABLE).map((part, at) =>
    /^\d/.test(part) ? (
      <span key={at} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  );
