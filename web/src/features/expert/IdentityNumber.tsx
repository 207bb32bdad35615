import { expertPoolApi, type Expert } from '@zhiping/shared/contracts/expert-pool.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { Can } from '../../kit/Can.tsx';
import { shown } from '../../kit/columns.tsx';
import { call } from '../../lib/api.ts';

/** Masked, until somebody who may asks for the whole; each time is recorded. It is kept nowhere but on the screen. */
export const IdentityNumber = ({ expert: { id, idCard } }: { expert: Expert }) => {
  const [whole, setWhole] = useState<string>();
  const [isAsking, setAsking] = useState(false);

  const ask = async () => {
    setAsking(true);
    // A failed call has been told by a notification.
    const answer = await call(expertPoolApi.identity, { params: { id } }).catch(() => undefined);
    setWhole(answer?.idCard);
    setAsking(false);
  };

  return (
    <span className="identity-number">
      {whole ?? shown(idCard)}
      {idCard && (
        <Can roles={['expert:identity']}>
          {whole ? (
            <Button type="link" size="small" onClick={() => setWhole(undefined)}>
              隐藏
            </Button>
          ) : (
            <Button type="link" size="small" loading={isAsking} onClick={() => void ask()}>
              显示完整号码
            </Button>
          )}
        </Can>
      )}
    </span>
  );
};
