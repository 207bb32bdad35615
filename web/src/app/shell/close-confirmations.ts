import destroyFns from 'antd/es/modal/destroyFns';

/** `Modal.destroyAll` without loading `Modal`, which the shell does not need before the first question. */
export const closeConfirmations = () => {
  for (let close = destroyFns.pop(); close; close = destroyFns.pop()) close();
};
