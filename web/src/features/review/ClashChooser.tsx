import { Button, Radio } from 'antd';
import { useState } from 'react';
import type { Clash } from './merge-opinions.ts';

type Props = {
  clashes: readonly Clash[];
  place: keyof typeof words;
  onResolve: (theirs: Clash[]) => void;
};

const words = {
  device: {
    there: '另一处',
    about: '您在另一台设备或另一个窗口也修改了下面的内容，其余修改已合并。请逐项选择要保留的内容。',
  },
  sheet: {
    there: '表格中',
    about: '下载表格之后，下面的内容在这里和表格中都有修改，其余内容已读入。请逐项选择要保留的内容。',
  },
};

/** The button that led here is gone; the choice begins at its heading. */
const focusHeading = (section: HTMLElement | null) => section?.querySelector('h2')?.focus();

/** Two devices side by side: nothing is overwritten, the expert chooses part by part. */
export const ClashChooser = ({ clashes, place, onResolve }: Props) => {
  const [taken, setTaken] = useState<readonly Clash[]>([]);
  return (
    <section className="desk-clashes" ref={focusHeading}>
      <h2 tabIndex={-1}>意见有两个版本</h2>
      <p>{words[place].about}</p>
      {clashes.map((clash) => (
        <fieldset key={`${clash.part}${clash.key}`}>
          <legend>{clash.label}</legend>
          <Radio.Group
            value={taken.includes(clash)}
            onChange={({ target }) =>
              setTaken(target.value ? [...taken, clash] : taken.filter((one) => one !== clash))
            }
          >
            <Radio value={false}>
              <span className="review-soft">这里</span> <span className="desk-text">{clash.mine}</span>
            </Radio>
            <Radio value>
              <span className="review-soft">{words[place].there}</span>{' '}
              <span className="desk-text">{clash.theirs}</span>
            </Radio>
          </Radio.Group>
        </fieldset>
      ))}
      <Button type="primary" onClick={() => onResolve([...taken])}>
        采用所选内容
      </Button>
    </section>
  );
};
