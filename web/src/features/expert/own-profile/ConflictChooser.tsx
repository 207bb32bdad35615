import { VersionChooser } from '../../../kit/form/VersionChooser.tsx';
import { PageHead } from '../../../kit/layout/PageHead.tsx';
import type { Start, Work } from './draft.ts';
import { differingFields, fieldLabels, groupKeys, groups, type Profile } from '../profile.ts';
import { ProfileValue } from '../ProfileValue.tsx';

type Props = { conflict: Extract<Start, { kind: 'conflict' }>; onResolve: (work: Work) => void };

/** The fields of the own profile that have two versions, to choose from. */
export const ConflictChooser = ({ conflict: { mine, theirs, theirName }, onResolve }: Props) => {
  const fields = differingFields(mine.profile, theirs);
  const resolve = (taken: readonly string[]) => {
    const chosen = fields.filter((field) => taken.includes(field)).map((field) => [field, theirs[field]]);
    onResolve({
      profile: { ...mine.profile, ...Object.fromEntries(chosen) } as Profile,
      // Groups with two versions must be checked again.
      checked: groupKeys.filter(
        (key) => mine.checked.includes(key) && !groups[key].fields.some((field) => fields.includes(field)),
      ),
    });
  };
  return (
    <div className="panel">
      <VersionChooser
        heading={<PageHead title="内容有两个版本" />}
        about={`您尚未提交的内容与${theirName}不一致，可能在别处修改过。请逐项选择要保留的内容。`}
        mineName="我的草稿"
        theirName={theirName}
        parts={fields.map((field) => ({
          key: field,
          label: fieldLabels[field],
          mine: <ProfileValue field={field} profile={mine.profile} />,
          theirs: <ProfileValue field={field} profile={theirs} />,
        }))}
        onResolve={resolve}
      />
    </div>
  );
};
