import { Button, Radio } from 'antd';
import { useState } from 'react';
import { useDict } from '../../pickers/use-dict.ts';
import { valueInWords } from '@zhiping/shared/rules/project-form/words.ts';
import type { Clash } from './merge-forms.ts';

type Props = { clashes: readonly Clash[]; onResolve: (theirs: Clash[]) => void };

const SERIES = 'title_series';

/** The button that opened this is gone, so the focus moves to the heading. */
const focusHeading = (section: HTMLElement | null) => section?.querySelector('h2')?.focus();

/** The versions of two devices side by side: nothing is overwritten, the applicant chooses field by field. */
export const ClashChooser = ({ clashes, onResolve }: Props) => {
  const [taken, setTaken] = useState<readonly Clash[]>([]);
  const { labelOf } = useDict(SERIES);
  const words = ({ field }: Clash, value: unknown) =>
    valueInWords(field, value, (_dict, one) => labelOf(one)) || '（空）';
  return (
    <section className="project-clashes" ref={focusHeading}>
      <h2 tabIndex={-1}>内容有两个版本</h2>
      <p>您在另一台设备上也修改了下面的内容，其余修改已合并。请逐项选择要保留的内容。</p>
      {clashes.map((clash) => (
        <fieldset key={clash.path}>
          <legend>{clash.label}</legend>
          <Radio.Group
            value={taken.includes(clash)}
            onChange={({ target }) =>
              setTaken(target.value ? [...taken, clash] : taken.filter((one) => one !== clash))
            }
          >
            <Radio value={false}>
              <span className="project-soft">这台设备</span> {words(clash, clash.mine)}
            </Radio>
            <Radio value>
              <span className="project-soft">另一台设备</span> {words(clash, clash.theirs)}
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
