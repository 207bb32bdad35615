import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import type { Permission } from '@zhiping/shared/permissions.ts';
import { Button } from 'antd';
import { useState } from 'react';
import type { z } from 'zod';
import { call } from '../../lib/api.ts';
import { useAction } from '../hooks/use-action.ts';
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
  // `call` shows its error in a notification.
  const ask = useAction(async () => {
    const answer = await call<Endpoint>(api, { params: { id } } as object);
    setWhole((answer as { idCard: string }).idCard);
  });

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
            <Button type="link" size="small" loading={ask.isPending} onClick={() => void ask.run()}>
              显示完整号码
            </Button>
          )}
        </Can>
      )}
    </span>
  );
};
