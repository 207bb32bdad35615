import { Button } from 'antd';
import { useState } from 'react';
import { ClashParts } from './ClashParts.tsx';
import type { Choices, Clash } from './merge-opinions.ts';

type Props = { clashes: readonly Clash[]; onResolve: (choices: Choices) => void };

/** The edited field is gone, so the focus moves to the heading. */
const focusHeading = (section: HTMLElement | null) => section?.querySelector('h2')?.focus();

/** The versions of two devices as one text: nothing is overwritten, the expert chooses part by part. */
export const ClashChooser = ({ clashes, onResolve }: Props) => {
  const [choices, setChoices] = useState<Choices>({});
  return (
    <section className="desk-clashes" ref={focusHeading}>
      <h2 tabIndex={-1}>意见有两个版本</h2>
      <p>
        您在另一台设备或另一个窗口也修改了下面的内容，其余修改已合并。请逐项选择要保留的内容，没有选用的仍在「历次保存」中。
      </p>
      <ClashParts clashes={clashes} there="另一处" choices={choices} onChange={setChoices} />
      <Button type="primary" onClick={() => onResolve(choices)}>
        采用所选内容
      </Button>
    </section>
  );
};
