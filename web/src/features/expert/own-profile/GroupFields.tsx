import { OwnExpertWrite, profileLabels } from '@zhiping/shared/contracts/expert.ts';
import { Input, Radio } from 'antd';
import type { ReactNode } from 'react';
import { Gender } from '@zhiping/shared/contracts/account.ts';
import { DayInput } from '../../../kit/form/DayInput.tsx';
import { Field } from '../../../kit/form/Field.tsx';
import { GroupedNumberInput } from '../../../kit/form/GroupedNumberInput.tsx';
import { DictSelect } from '../../../pickers/DictSelect.tsx';
import { SchoolSelect } from '../../../pickers/SchoolSelect.tsx';
import { emptyMessages, groups, type CheckedField, type GroupKey } from '../profile.ts';
import { PeriodRows } from '../PeriodRows.tsx';
import { SubjectsEditor } from '../SubjectsEditor.tsx';

const controls: Record<Exclude<CheckedField, 'affiliations'>, ReactNode> = {
  name: <Input autoComplete="name" maxLength={50} />,
  gender: <Radio.Group options={Gender.options} />,
  birthDate: <DayInput min="1930-01-01" autoComplete="bday" />,
  titleSeries: <DictSelect dict="title_series" placeholder="选择系列" />,
  titleLevel: <DictSelect dict="title_level" placeholder="选择层级" />,
  titleName: <Input maxLength={50} placeholder="如 教授、高级工程师" />,
  schoolId: <SchoolSelect />,
  department: <Input maxLength={100} autoComplete="organization-title" />,
  phone: <GroupedNumberInput inputMode="tel" autoComplete="tel" />,
  email: <Input inputMode="email" autoComplete="email" maxLength={100} />,
  subjects: <SubjectsEditor />,
};

export const GroupFields = ({ group }: { group: GroupKey }) =>
  groups[group].fields.map((field) =>
    field === 'affiliations' ? (
      <section key={field} className="group-periods" aria-labelledby="group-affiliations">
        <h3 id="group-affiliations">{profileLabels[field]}</h3>
        <p className="subject-hint">现在和以前的工作单位，评审时据此回避。</p>
        <PeriodRows kind={field} isOwn />
      </section>
    ) : (
      <Field
        key={field}
        schema={OwnExpertWrite}
        name={field}
        label={profileLabels[field]}
        validateTrigger={field === 'birthDate' ? 'onBlur' : 'onChange'}
        emptyMessage={emptyMessages[field]}
      >
        {controls[field]}
      </Field>
    ),
  );
