import { useQuery } from '@tanstack/react-query';
import { subjectApi, type Subject } from '@zhiping/shared/contracts/subject.ts';
import { EnabledTag } from '../../kit/display/EnabledTag.tsx';
import { Facts } from '../../kit/display/Facts.tsx';
import { usePermission } from '../../lib/permission.ts';
import { reading } from '../../lib/query-client.ts';
import { codeOf } from './subject-names.ts';

const Usage = ({ id }: { id: number }) => {
  const { data, isError } = useQuery(reading(subjectApi.usage, { params: { id } }));
  if (isError) return '没有读到，请稍后再看';
  return data ? `${data.experts} 位专家、${data.teachers} 位教师` : '正在统计…';
};

export const SubjectFacts = ({ subject }: { subject: Subject }) => {
  const mayEdit = usePermission(['subject:edit']);
  return (
    <Facts
      items={[
        ['全称', subject.fullName],
        ['代码', codeOf(subject)],
        ['门类', `${subject.subjectCategoryCode} ${subject.subjectCategory}`],
        ['专业类', `${subject.professionalCategoryCode} ${subject.professionalCategory}`],
        ['专业', subject.professionalClass],
        ['状态', <EnabledTag key="enabled" enabled={subject.enabled} />],
        ...(mayEdit ? [['使用情况', <Usage key="usage" id={subject.subjectId} />] as const] : []),
      ]}
    />
  );
};
