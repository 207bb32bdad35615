import { teacherApi, type Teacher } from '@zhiping/shared/contracts/teacher.ts';
import { applicantAccounts } from '@zhiping/shared/rules/teacher/applicant-account.ts';
import { EnabledTag } from '../../kit/display/EnabledTag.tsx';
import { Facts } from '../../kit/display/Facts.tsx';
import { IdentityNumber } from '../../kit/display/IdentityNumber.tsx';
import { DictText } from '../../pickers/DictText.tsx';

export const TeacherFacts = ({ teacher }: { teacher: Teacher }) => (
  <Facts
    items={[
      ['学校', teacher.schoolName],
      ['状态', <EnabledTag key="enabled" enabled={teacher.enabled} />],
      ['学科专业', teacher.subject?.fullName],
      ['职称名称', teacher.titleName],
      [
        '职称层级',
        teacher.titleLevel && <DictText key="level" dict="title_level" value={teacher.titleLevel} />,
      ],
      ['类别', <DictText key="type" dict="teacher_type" value={teacher.type} />],
      ['手机号码', teacher.phone],
      ['邮箱', teacher.email],
      ['姓名', teacher.name],
      ['工号', teacher.staffNo],
      ['性别', teacher.gender],
      [
        '身份证号码',
        <IdentityNumber
          key={teacher.id}
          id={teacher.id}
          masked={teacher.idCard}
          api={teacherApi.identity}
          allow="teacher:identity"
        />,
      ],
      [
        '职称系列',
        teacher.titleSeries && <DictText key="series" dict="title_series" value={teacher.titleSeries} />,
      ],
      ['入职日期', teacher.entryDate],
      ['申报账号', applicantAccounts[teacher.account]],
      ['备注', teacher.note],
      ['创建时间', teacher.createTime],
    ]}
  />
);
