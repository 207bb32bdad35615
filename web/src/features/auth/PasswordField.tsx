import { useState, type KeyboardEvent } from 'react';
import { Field, type FieldProps } from './Field.tsx';

/** A password that can be shown, with a warning about Caps Lock before it costs an attempt. Pasting is allowed. */
export const PasswordField = ({ hint, ...field }: Omit<FieldProps, 'type' | 'aside'>) => {
  const [isShown, setIsShown] = useState(false);
  const [isCapsLock, setIsCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setIsCapsLock(event.getModifierState('CapsLock'));
  return (
    <Field
      {...field}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      onKeyUp={watchCapsLock}
      onKeyDown={watchCapsLock}
      onBlur={() => setIsCapsLock(false)}
      hint={isCapsLock ? '大写锁定已打开' : hint}
      aside={
        <button
          type="button"
          className="auth-aside"
          aria-label={`${isShown ? '隐藏' : '显示'}${field.label}`}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? '隐藏' : '显示'}
        </button>
      }
    />
  );
};
