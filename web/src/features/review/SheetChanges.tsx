import { ClashParts } from './ClashParts.tsx';
import { type Choices, type Clash, NOTHING } from './merge-opinions.ts';

/**
 * Differences between a sheet and the draft: `taken` are changes of the sheet only, `clashes` were changed on both
 * sides since the download.
 */
export type Compared = { taken: readonly Clash[]; clashes: readonly Clash[] };

type Props = Compared & { choices: Choices; onChoose: (choices: Choices) => void };

/** All changes that reading a sheet would make, before they are made. */
export const SheetChanges = ({ taken, clashes, choices, onChoose }: Props) => {
  const count = taken.length + clashes.length;
  if (count === 0)
    return (
      <section aria-live="polite">
        <h3>表格与这里的内容相同，没有要读入的</h3>
        <p>在表格中填写后请先保存，再选择这个文件。</p>
      </section>
    );
  return (
    <section aria-live="polite">
      <h3>表格与这里有 {count} 处不同，还没有读入</h3>
      {taken.length > 0 && (
        <dl className="desk-sheet-changes">
          {taken.map(({ part, key, label, mine, theirs }) => (
            <div key={`${part}${key}`}>
              <dt>{label}</dt>
              <dd className="soft">这里：{mine}</dd>
              <dd className={theirs === NOTHING ? 'desk-sheet-emptied' : undefined}>
                表格中：{theirs === NOTHING ? '空白，读入后清空' : theirs}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {clashes.length > 0 && (
        <div className="desk-clashes">
          <p>下载表格之后，下面的内容在这里也修改过，请逐项选择要保留的：</p>
          <ClashParts clashes={clashes} there="表格中" choices={choices} onChange={onChoose} />
        </div>
      )}
    </section>
  );
};
