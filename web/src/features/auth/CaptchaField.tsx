import { Field } from './Field.tsx';
import type { Captcha } from './use-captcha.ts';

const WIDTH = 120;
const HEIGHT = 40;

type Props = { captcha: Captcha; problem?: string | undefined };

export const CaptchaField = ({ captcha, problem }: Props) => {
  const { image, hasFailed, code, setCode, renew } = captcha;
  return (
    <Field
      label="验证码"
      name="code"
      value={code}
      onChange={setCode}
      problem={problem}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={20}
      hint={
        <>
          {hasFailed ? '验证码加载失败，请' : '看不清？'}
          <button type="button" className="auth-link" onClick={() => void renew()}>
            换一张
          </button>
        </>
      }
      aside={
        <button type="button" className="auth-captcha" onClick={() => void renew()}>
          {image ? (
            <img src={image.img} width={WIDTH} height={HEIGHT} alt="验证码图片，点击换一张" />
          ) : (
            <span>{hasFailed ? '点击重试' : '加载中…'}</span>
          )}
        </button>
      }
    />
  );
};
