import { useId } from 'react';
import { useUser } from '../../lib/session-store.ts';
import { minuteOf } from '../../lib/shanghai.ts';

type Props = { head: string; no: string | null; foot: string };

/** Names are typed by people: as a text of CSS they must not end it. */
const quoted = (text: string) =>
  `"${text.replace(/["\\\n<]/g, (char) => `\\${char.codePointAt(0)!.toString(16)} `)}"`;

const box = (place: string, text: string) => `@${place} { content: ${quoted(text)}; }`;

/**
 * What stands on each page of the table: head, number, foot, and over all of it who printed it and when. Margin boxes cannot take a
 * variable, and some browsers have none: there the mark repeats number and foot.
 */
export const ReviewTablePage = ({ head, no, foot }: Props) => {
  const id = useId();
  const { user } = useUser();
  const printed = `${user.nickName} ${minuteOf(new Date())} 打印`;
  const boxes = [
    box('top-left', head),
    box('top-right', no ? `编号 ${no}` : ''),
    box('bottom-left', printed),
    box('bottom-right', foot),
  ];
  return (
    <>
      <style>{`@page review-table { ${boxes.join(' ')} }`}</style>
      <svg className="review-mark" aria-hidden>
        <pattern
          id={id}
          width="380"
          height="240"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(-28)"
        >
          <text x="8" y="60">
            {printed}
          </text>
          <text x="8" y="84">
            {[no, foot].filter(Boolean).join(' ')}
          </text>
        </pattern>
        <rect width="100%" height="100%" fill={`url(#${id})`} />
      </svg>
    </>
  );
};
