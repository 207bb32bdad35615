import { useEffect, useId, useState } from 'react';
import { useUser } from '../../lib/session-store.ts';
import { dateTimeOf } from '../../lib/shanghai.ts';

/** The two lines of a watermark: reader and mark, date and time. */
export const watermarkLines = (name: string, mark: string, at: Date) => [`${name} ${mark}`, dateTimeOf(at)];

const EVERY_MS = 20_000;

/** Covers everything that is read, so that a photo of the screen shows its source. */
export const Watermark = ({ mark }: { mark: string }) => {
  const id = useId();
  const { user } = useUser();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <svg className="viewer-watermark" aria-hidden>
      <pattern id={id} width="320" height="180" patternUnits="userSpaceOnUse" patternTransform="rotate(-24)">
        {watermarkLines(user.nickName, mark, now).map((line, index) => (
          <text key={line} x="8" y={60 + index * 22}>
            {line}
          </text>
        ))}
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
};
