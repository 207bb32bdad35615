import { profileLabels } from '@zhiping/shared/contracts/expert.ts';
import { CheckOutlined, EditOutlined } from '@ant-design/icons';
import { Button, Form, Tag } from 'antd';
import { useState, type Ref } from 'react';
import { Facts } from '../../../kit/display/Facts.tsx';
import { GroupFields } from './GroupFields.tsx';
import { groups, type CheckedField, type GroupKey, type Profile } from '../profile.ts';
import { cleanRows } from '../periods.ts';
import { ProfileValue } from '../ProfileValue.tsx';

type Props = {
  group: GroupKey;
  profile: Profile;
  isChecked: boolean;
  /** Problems that must be corrected first, from the form's rules or from the server. */
  problems: readonly string[];
  headingRef: Ref<HTMLHeadingElement>;
  onChange: (patch: Partial<Profile>) => void;
  onCheck: () => void;
};

const StatusTag = ({ isChecked, hasProblems }: { isChecked: boolean; hasProblems: boolean }) => {
  if (isChecked) return <Tag color="success">已核对</Tag>;
  return hasProblems ? <Tag color="warning">待补充</Tag> : <Tag>待核对</Tag>;
};

const GroupFacts = ({ group, profile }: Pick<Props, 'group' | 'profile'>) => {
  const { fields } = groups[group];
  // The heading already names a single field.
  if (fields.length === 1) return <ProfileValue field={fields[0]!} profile={profile} />;
  return (
    <Facts
      items={fields.map((field) => [
        profileLabels[field],
        <ProfileValue key={field} field={field} profile={profile} />,
      ])}
    />
  );
};

/** One group of the profile, read and edited in place. */
export const GroupCard = ({ group, profile, isChecked, problems, headingRef, onChange, onCheck }: Props) => {
  const { title, fields } = groups[group];
  const [form] = Form.useForm<Profile>();
  const [before, setBefore] = useState<Profile>();
  const isEditing = before !== undefined;
  const headingId = `group-${group}`;

  const edit = () => {
    form.setFieldsValue(profile);
    setBefore(profile);
  };
  const cancel = () => {
    onChange(Object.fromEntries(fields.map((field) => [field, before![field]])));
    setBefore(undefined);
  };
  /** antd reports only the changed row of a list; the draft keeps the whole list without holes. */
  const whole = (changed: Partial<Profile>): Partial<Profile> => {
    const values = form.getFieldsValue(true) as Profile;
    const all = { ...values, affiliations: cleanRows(values.affiliations) };
    return Object.fromEntries(Object.keys(changed).map((field) => [field, all[field as CheckedField]]));
  };
  const finish = () => {
    setBefore(undefined);
    onCheck();
  };

  return (
    <section className="panel group-card" aria-labelledby={headingId}>
      <div className="group-head">
        <h2 id={headingId} ref={headingRef} tabIndex={-1}>
          {title}
        </h2>
        <StatusTag isChecked={isChecked} hasProblems={problems.length > 0} />
      </div>
      {problems.length > 0 && !isEditing && (
        <ul className="group-problems">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {isEditing ? (
        // Every keystroke is passed up and saved; a cleared field is null.
        <Form
          form={form}
          layout="vertical"
          onFinish={finish}
          onValuesChange={(changed: Partial<Profile>) => onChange(whole(changed))}
          scrollToFirstError={{ focus: true }}
        >
          <GroupFields group={group} />
          <div className="group-buttons">
            <Button type="primary" htmlType="submit" icon={<CheckOutlined />}>
              完成修改
            </Button>
            <Button onClick={cancel}>取消</Button>
          </div>
        </Form>
      ) : (
        <>
          <GroupFacts group={group} profile={profile} />
          <div className="group-buttons">
            {!isChecked && problems.length === 0 && (
              <Button type="primary" ghost icon={<CheckOutlined />} onClick={onCheck}>
                核对无误
              </Button>
            )}
            <Button icon={<EditOutlined />} onClick={edit} aria-label={`修改${title}`}>
              修改
            </Button>
          </div>
        </>
      )}
    </section>
  );
};
