import type { ApplicantProject } from '@zhiping/shared/contracts/project-views.ts';
import { Facts } from '../../kit/display/Facts.tsx';

/** Facts from the register, which the applicant does not type again. */
export const PersonFacts = ({ person }: Pick<ApplicantProject, 'person'>) => (
  <div className="project-person">
    <Facts
      items={[
        ['姓名', person.name],
        ['性别', person.gender],
        ['出生日期', person.birthDate],
        ['身份证号码', person.idCard],
        ['所在单位', person.schoolName],
      ]}
    />
    <p className="soft">以上取自学校登记的教师信息，有误请联系学校职称管理员更正。</p>
  </div>
);
