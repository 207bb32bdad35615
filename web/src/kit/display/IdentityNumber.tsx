import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import type { Permission } from '@zhiping/shared/permissions.ts';
import { Button } from 'antd';
import { useState } from 'react';
import type { z } from 'zod';
import { call } from '../../lib/api.ts';
import { Can } from './Can.tsx';
import { orPlaceholder } from './placeholder.tsx';
import './identity-number.css';

type Props = {
  id: number;
  masked: string | null;
  /** Endpoint that returns the whole number. */
  api: Endpoint<z.ZodType<{ id: number }>, z.ZodType, z.ZodType, z.ZodType<{ idCard: string }>>;
  allow: Permission;
};

/**
 * An ID card number, masked until a user with the permission reveals it. The server records each reveal; the number is
 * kept only in the state of this component.
 */
export const IdentityNumber = ({ id, masked, api, allow }: Props) => {
  const [whole, setWhole] = useState<string>();
  const [isAsking, setAsking] = useState(false);

  const ask = async () => {
    setAsking(true);
    // `call` has already shown the error in a notification.
    const answer = await call<Endpoint>(api, { params: { id } } as object).catch(() => undefined);
    setWhole((answer as { idCard: string } | undefined)?.idCard);
    setAsking(false);
  };

  return (
    <span className="identity-number">
      {whole ?? orPlaceholder(masked)}
      {masked && (
        <Can roles={[allow]}>
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
