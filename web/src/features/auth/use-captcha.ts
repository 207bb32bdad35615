import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { useCallback, useEffect, useState } from 'react';
import { call, type Answer } from '../../lib/api.ts';

export type Captcha = {
  image: Answer<typeof authApi.captcha> | null;
  hasFailed: boolean;
  code: string;
  setCode: (code: string) => void;
  /** Each captcha is valid for one attempt. */
  renew: () => Promise<void>;
};

export const useCaptcha = (): Captcha => {
  const [image, setImage] = useState<Captcha['image']>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [code, setCode] = useState('');

  const renew = useCallback(async () => {
    setCode('');
    try {
      setImage(await call(authApi.captcha, { quiet: true }));
      setHasFailed(false);
    } catch {
      setImage(null);
      setHasFailed(true);
    }
  }, []);

  useEffect(() => {
    void renew();
  }, [renew]);

  return { image, hasFailed, code, setCode, renew };
};
