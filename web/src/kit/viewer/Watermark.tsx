import { useEffect, useId, useState } from 'react';
import { useUser } from '../../lib/session-store.ts';

const minute = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Asia/Shanghai',
});
const EVERY_MS = 20_000;

/** Who reads what and when, over everything that is read: a photo of the screen names its source. */
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
        <text x="8" y="60">
          {user.nickName} {mark}
        </text>
        <text x="8" y="82">
          {minute.format(now)}
        </text>
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
};
