import { VersionChooser } from '../../kit/form/VersionChooser.tsx';
import { useDict } from '../../pickers/use-dict.ts';
import { valueInWords } from '@zhiping/shared/rules/project-form/words.ts';
import type { Clash } from './merge-forms.ts';

type Props = { clashes: readonly Clash[]; onResolve: (theirs: Clash[]) => void };

const SERIES = 'title_series';

/** The fields that two devices changed differently, to choose from. */
export const ClashChooser = ({ clashes, onResolve }: Props) => {
  const { labelOf } = useDict(SERIES);
  const words = ({ field }: Clash, value: unknown) =>
    valueInWords(field, value, (_dict, one) => labelOf(one)) || '（空）';
  return (
    <VersionChooser
      heading={<h2 tabIndex={-1}>内容有两个版本</h2>}
      about="您在另一台设备上也修改了下面的内容，其余修改已合并。请逐项选择要保留的内容。"
      mineName="这台设备"
      theirName="另一台设备"
      parts={clashes.map((clash) => ({
        key: clash.path,
        label: clash.label,
        mine: words(clash, clash.mine),
        theirs: words(clash, clash.theirs),
      }))}
      onResolve={(taken) => onResolve(clashes.filter(({ path }) => taken.includes(path)))}
    />
  );
};
