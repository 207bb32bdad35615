import type { ApplicantProject } from '@zhiping/shared/contracts/project-views.ts';
import { settingOf } from '@zhiping/shared/rules/review-rule/frozen-rules.ts';
import { type MaterialType, materialTypes } from '@zhiping/shared/rules/review-rule/facts.ts';
import { requiredMaterials } from '@zhiping/shared/rules/review-rule/required-materials.ts';
import { substitutes } from '@zhiping/shared/rules/review-rule/no-needless-proofs.ts';
import { UnusedFullTexts } from './UnusedFullTexts.tsx';
import { MaterialGroup } from './MaterialGroup.tsx';

type Props = { cycle: ApplicantProject['cycle'] };

const leastOf = ({ rules }: Props['cycle']): Partial<Record<MaterialType, number>> => {
  const setting = settingOf(rules, requiredMaterials);
  return setting === null ? {} : requiredMaterials.schema.parse(setting.values ?? {}).least;
};

const substituteOf = (substitute: string | null) =>
  substitute && substitute in substitutes
    ? `可凭${substitutes[substitute as keyof typeof substitutes]}代替，不必上传`
    : null;

/** Materials by kind. Full texts are listed with the representative works, but count here too. */
export const OtherMaterials = ({ cycle }: Props) => {
  const least = leastOf(cycle);
  const types = (Object.keys(materialTypes) as MaterialType[]).filter(
    (type) => type !== 'representativeWork',
  );
  return (
    <>
      <p className="soft materials-hint">
        PDF、JPG 或 PNG，每个不超过 50 MB，共不超过 60
        个。可以一次选多个，也可以把文件拖到框内；网络中断后自动续传。
      </p>
      {types.map((type) => (
        <MaterialGroup
          key={type}
          label={materialTypes[type]}
          place={{ type, entryKey: null, proof: null }}
          least={least[type] ?? 0}
        />
      ))}
      <UnusedFullTexts />
      {cycle.proofs.map(({ name, note, substitute }) => (
        <MaterialGroup
          key={name}
          label={name}
          place={{ type: 'other', entryKey: null, proof: name }}
          least={substitute === null ? 1 : 0}
          note={substituteOf(substitute) ?? note}
        />
      ))}
    </>
  );
};
