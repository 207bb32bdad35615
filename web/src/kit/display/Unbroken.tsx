import './unbroken.css';

/** Numbers, days and moments are read as one, so no line ends within them. */
const WHOLE = /(\d[\d.:/-]*\d(?: \d\d:\d\d(?::\d\d)?)?)/;

export const Unbroken = ({ text }: { text: string }) =>
  text.split(WHOLE).map((part, at) =>
    /^\d/.test(part) ? (
      <span key={at} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  );
