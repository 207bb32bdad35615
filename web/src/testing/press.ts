import { fireEvent } from '@testing-library/react';

const codes = { Enter: 13, ArrowDown: 40 };

/** Presses keys with `keyCode`, which antd's lists read and user-event does not set. */
export const press = (...keys: (keyof typeof codes)[]): void => {
  for (const key of keys) {
    const event = { key, keyCode: codes[key] };
    fireEvent.keyDown(document.activeElement!, event);
    fireEvent.keyUp(document.activeElement!, event);
  }
};
