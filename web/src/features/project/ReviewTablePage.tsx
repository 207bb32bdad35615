import { useId } from 'react';
import { useUser } from '../../lib/session-store.ts';
import { dateTimeOf } from '../../lib/shanghai.ts';

type Props = { head: string; no: string | null; foot: string };

/** Escapes a text for CSS: names are user input and must not end the string. */
const quoted = (text: string) =>
  `"${text.replace(/["\\\n<]/g, (char) => `\\${char.codePointAt(0)!.toString(16)} `)}"`;

const box = (place: string, text: string) => `@${place} { content: ${quoted(text)}; }`;

/**
 * Head, number and foot of each printed page, with a watermark of who printed it and when. Margin boxes cannot use
 * variables, and some browsers do not support them: there the watermark repeats number and foot.
 */
export const ReviewTablePage = ({ head, no, foot }: Props) => {
  const id = useId();
  const { user } = useUser();
  const printed = `${user.nickName} ${dateTimeOf(new Date())} 打印`;
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
