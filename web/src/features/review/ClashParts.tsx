import { Radio } from 'antd';
import { type Choice, type Choices, type Clash, idOf } from './merge-opinions.ts';
import { piecesOf } from './text-versions.ts';

type Props = {
  clashes: readonly Clash[];
  /** Where the other version was written. */
  there: string;
  choices: Choices;
  onChange: (choices: Choices) => void;
};

/** Two texts as one; where they differ, each piece says where it was written. */
const OneText = ({ clash: { mine, theirs }, there }: { clash: Clash; there: string }) => (
  <p className="desk-text">
    {piecesOf(mine, theirs).map(({ of, text }, index) =>
      of === 'same' ? (
        text
      ) : (
        <span key={index} className={`desk-piece-${of}`}>
          <b>{of === 'mine' ? '这里' : there}</b> <span>{text}</span>
        </span>
      ),
    )}
  </p>
);

/** Parts with two versions to choose from; mine stands until then. */
export const ClashParts = ({ clashes, there, choices, onChange }: Props) =>
  clashes.map((clash) => {
    const id = idOf(clash);
    const options: readonly [Choice, string][] = [
      ['mine', '这里'],
      ['theirs', there],
    ];
    return (
      <fieldset key={id}>
        <legend>{clash.label}</legend>
        {clash.isText && <OneText clash={clash} there={there} />}
        <Radio.Group
          value={choices[id] ?? 'mine'}
          onChange={({ target }) => onChange({ ...choices, [id]: target.value as Choice })}
        >
          {options.map(([choice, place]) => (
            <Radio key={choice} value={choice}>
              {clash.isText ? (
                `${place}的`
              ) : (
                <>
                  <span className="soft">{place}</span> <span>{clash[choice as 'mine' | 'theirs']}</span>
                </>
              )}
            </Radio>
          ))}
          {clash.isText && <Radio value="both">两处都保留</Radio>}
        </Radio.Group>
      </fieldset>
    );
  });
