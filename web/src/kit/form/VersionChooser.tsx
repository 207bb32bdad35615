import { Button, Radio } from 'antd';
import { type ReactNode, useState } from 'react';
import './version-chooser.css';

type Part = { key: string; label: string; mine: ReactNode; theirs: ReactNode };

type Props = {
  /** The heading has `tabIndex` -1. */
  heading: ReactNode;
  about: string;
  mineName: string;
  theirName: string;
  parts: readonly Part[];
  /** Gets the keys of the parts whose other version was chosen. */
  onResolve: (taken: readonly string[]) => void;
};

/** The button that opened this is gone, so the focus moves to the heading. */
const focusHeading = (section: HTMLElement | null) => section?.querySelector<HTMLElement>('h1, h2')?.focus();

/** Two versions side by side: nothing is overwritten, the user chooses part by part. */
export const VersionChooser = ({ heading, about, mineName, theirName, parts, onResolve }: Props) => {
  const [taken, setTaken] = useState<readonly string[]>([]);
  return (
    <section className="version-chooser" ref={focusHeading}>
      {heading}
      <p>{about}</p>
      {parts.map(({ key, label, mine, theirs }) => (
        <fieldset key={key}>
          <legend>{label}</legend>
          <Radio.Group
            value={taken.includes(key)}
            onChange={({ target }) =>
              setTaken(target.value ? [...taken, key] : taken.filter((one) => one !== key))
            }
          >
            <Radio value={false}>
              <span className="version-name">{mineName}</span> {mine}
            </Radio>
            <Radio value>
              <span className="version-name">{theirName}</span> {theirs}
            </Radio>
          </Radio.Group>
        </fieldset>
      ))}
      <Button type="primary" onClick={() => onResolve(taken)}>
        采用所选内容
      </Button>
    </section>
  );
};
