import { Button, Radio } from 'antd';
import { useState } from 'react';
import { PageHead } from '../../../kit/layout/PageHead.tsx';
import type { Start, Work } from './draft.ts';
import {
  differingFields,
  fieldLabels,
  groupKeys,
  groups,
  type Profile,
  type ProfileField,
} from '../profile.ts';
import { ProfileValue } from '../ProfileValue.tsx';

type Props = { conflict: Extract<Start, { kind: 'conflict' }>; onResolve: (work: Work) => void };

/** The button that opened this is gone, so the focus moves to the heading. */
const focusHeading = (section: HTMLElement | null) => section?.querySelector('h1')?.focus();

/** Two versions side by side: nothing is overwritten, the expert chooses field by field. */
export const ConflictChooser = ({ conflict: { mine, theirs, theirName }, onResolve }: Props) => {
  const [taken, setTaken] = useState<readonly ProfileField[]>([]);
  const fields = differingFields(mine.profile, theirs);

  const resolve = () => {
    const chosen = Object.fromEntries(taken.map((field) => [field, theirs[field]]));
    onResolve({
      profile: { ...mine.profile, ...chosen } as Profile,
      // Groups with two versions must be checked again.
      checked: groupKeys.filter(
        (key) => mine.checked.includes(key) && !groups[key].fields.some((field) => fields.includes(field)),
      ),
    });
  };

  return (
    <section className="panel conflict" ref={focusHeading}>
      <PageHead title="内容有两个版本" />
      <p>您尚未提交的内容与{theirName}不一致，可能在别处修改过。请逐项选择要保留的内容。</p>
      {fields.map((field) => (
        <fieldset key={field}>
          <legend>{fieldLabels[field]}</legend>
          <Radio.Group
            value={taken.includes(field)}
            onChange={({ target }) =>
              setTaken(target.value ? [...taken, field] : taken.filter((one) => one !== field))
            }
          >
            <Radio value={false}>
              <span className="conflict-name">我的草稿</span>
              <ProfileValue field={field} profile={mine.profile} />
            </Radio>
            <Radio value>
              <span className="conflict-name">{theirName}</span>
              <ProfileValue field={field} profile={theirs} />
            </Radio>
          </Radio.Group>
        </fieldset>
      ))}
      <Button type="primary" onClick={resolve}>
        采用所选内容
      </Button>
    </section>
  );
};
