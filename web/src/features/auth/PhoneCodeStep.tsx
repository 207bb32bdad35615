import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { isMobilePhone } from '@zhiping/shared/rules/text/validate.ts';
import { plainPhone } from '@zhiping/shared/schemas.ts';
import { useState } from 'react';
import { useAction } from '../../kit/hooks/use-action.ts';
import { call } from '../../lib/api.ts';
import { Field } from './Field.tsx';
import { useCountdown } from '../../kit/hooks/use-countdown.ts';

type Props = {
  code: string;
  onCode: (code: string) => void;
  /** The problem of the code; this step shows problems of the phone number itself. */
  problem: string | undefined;
  /** The user name of the account; for applicants it is their phone number. */
  username: string;
  /** Whether the account may have no phone. */
  mayBeWithout: boolean;
};

/** Sends the code to the phone of the account; for an account without a phone both fields stay empty. */
export const PhoneCodeStep = ({ code, onCode, problem, username, mayBeWithout }: Props) => {
  const [typed, setPhone] = useState<string>();
  // A user name that is a phone number needs no second typing.
  const phone = typed ?? (isMobilePhone(username) ? username : '');
  const phoneNumber = plainPhone(phone);
  // The countdown is per number: users who mistyped theirs can request a code for the right one at once.
  const { left, start } = useCountdown(`zhiping_sms_until ${phoneNumber}`);

  const send = useAction(async () => {
    if (!isMobilePhone(phoneNumber)) throw new Error('请输入正确的手机号码');
    const { retryAfter } = await call(authApi.phoneCode, { query: { phoneNumber }, quiet: true });
    start(retryAfter);
  });

  return (
    <>
      <Field
        label="手机号码"
        name="phone"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        value={phone}
        onChange={(value) => setPhone(value.trim())}
        problem={send.problem}
        hint={`账号登记的手机号码${mayBeWithout ? '；账号没有登记手机时，此步留空' : ''}`}
        aside={
          <button
            type="button"
            className="auth-aside"
            disabled={send.isPending || left > 0}
            onClick={() => void send.run()}
          >
            {left > 0 ? `${left} 秒后重发` : '获取短信验证码'}
          </button>
        }
      />
      <Field
        label="短信验证码"
        name="pinCode"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        value={code}
        onChange={onCode}
        problem={problem}
        // Does not reveal whether the number belongs to the account.
        hint={left > 0 && '若号码与账号登记的一致，短信已发出。没有收到时请核对手机号码，稍后重发'}
      />
    </>
  );
};
