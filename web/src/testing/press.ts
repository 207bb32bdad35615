import { fireEvent } from '@testing-library/react';

const codes = { Enter: 13, ArrowDown: 40 };

/** A key as the lists of antd read it: by its number, which user-event does not give. */
export const press = (...keys: (keyof typeof codes)[]): void => {
  for (const key of keys) {
    const event = { key, keyCode: codes[key] };
    fireEvent.keyDown(document.activeElement!, event);
    fireEvent.keyUp(document.activeElement!, event);
  }
};
