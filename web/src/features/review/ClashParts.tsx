import { Radio } from 'antd';
import type { Clash } from './merge-opinions.ts';

type Props = {
  clashes: readonly Clash[];
  /** Where the other version was written. */
  there: string;
  taken: readonly Clash[];
  onChange: (taken: readonly Clash[]) => void;
};

/** Parts with two versions to choose from; mine stands until then. */
export const ClashParts = ({ clashes, there, taken, onChange }: Props) =>
  clashes.map((clash) => (
    <fieldset key={`${clash.part}${clash.key}`}>
      <legend>{clash.label}</legend>
      <Radio.Group
        value={taken.includes(clash)}
        onChange={({ target }) =>
          onChange(target.value ? [...taken, clash] : taken.filter((one) => one !== clash))
        }
      >
        <Radio value={false}>
          <span className="review-soft">这里</span> <span className="desk-text">{clash.mine}</span>
        </Radio>
        <Radio value>
          <span className="review-soft">{there}</span> <span className="desk-text">{clash.theirs}</span>
        </Radio>
      </Radio.Group>
    </fieldset>
  ));
