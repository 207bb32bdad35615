import destroyFns from 'antd/es/modal/destroyFns';

/** `Modal.destroyAll` without the rest of `Modal`, which the shell does not need before somebody is asked something. */
export const closeQuestions = () => {
  for (let close = destroyFns.pop(); close; close = destroyFns.pop()) close();
};
