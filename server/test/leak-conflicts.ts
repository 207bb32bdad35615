import { accountApi } from '@zhiping/shared/contracts/account.ts';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { exportApi } from '@zhiping/shared/contracts/export.ts';
import { deptApi } from '@zhiping/shared/contracts/dept.ts';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';
import { userApi } from '@zhiping/shared/contracts/user.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import type { Question } from './leak-requests.ts';
import type { World } from './leak-world.ts';

const FREE = { idCard: '330106196001011237', phone: '15500000077', email: 'free@example.org' };

/** Writes that collide with values of others, and reads that need a body: the answers must not reveal the person or the school. */
export const conflictsOf = (world: World): Question[] => {
  const { tianjin, nankai, below, hidden, stable, own, proposed, foreign, identities, ownTeacher } = world;
  const expert = {
    ...FREE,
    name: '又一专家',
    schoolId: tianjin,
    titleSeries: '1',
    titleLevel: 'fullSenior',
    titleName: '教授',
    subjects: [{ path: ['graduate', '08', '0812'], keywords: [] }],
  };
  const teacher = { name: '又一教师', type: 'other', schoolId: tianjin, idCard: identities.teacher };
  const user = {
    username: 'another',
    nickName: '又一账号',
    phone: FREE.phone,
    email: FREE.email,
    enabled: true,
    dept: { id: tianjin },
    roles: [{ id: 5 }],
  };
  const taken = [{ idCard: stable.idCard }, { phone: stable.phone }, { email: stable.email }];
  const asked = (endpoint: Endpoint, body: unknown, query: Record<string, unknown> = {}): Question => ({
    endpoint,
    input: { body: body as Record<string, unknown>, query },
  });
  return [
    ...taken.flatMap((one) => [
      asked(expertPoolApi.create, { ...expert, ...one }),
      asked(expertPoolApi.update, { ...expert, ...one, id: proposed, version: 0 }),
      asked(expertPoolApi.update, { ...expert, ...one, id: own, version: 0 }),
      asked(expertPoolApi.update, { ...expert, ...one, id: foreign, version: 0 }),
    ]),
    asked(
      expertPoolApi.import,
      taken.map((one) => ({ ...expert, ...one })),
      { dryRun: true },
    ),
    asked(expertPoolApi.create, { ...expert, schoolId: nankai }),
    asked(teacherApi.create, { ...teacher, schoolId: nankai }),
    asked(teacherApi.create, teacher),
    asked(teacherApi.create, { ...teacher, idCard: stable.idCard }),
    asked(teacherApi.update, { ...teacher, id: ownTeacher, enabled: true, idCard: identities.foreign }),
    asked(userApi.create, { ...user, phone: stable.phone }),
    asked(userApi.create, { ...user, email: stable.email }),
    asked(userApi.create, { ...user, username: stable.phone }),
    asked(userApi.create, { ...user, dept: { id: hidden } }),
    asked(accountApi.saveProfile, {
      id: world.school.id,
      nickName: '本人',
      gender: '男',
      phone: stable.phone,
    }),
    asked(accountApi.sendEmailCode, {}, { email: stable.email }),
    ...[deptApi.superior, deptApi.superior2].map((one) => asked(one, [below, hidden, nankai, tianjin])),
    asked(deptApi.update, { id: tianjin, pid: hidden, name: '改名', enabled: true, deptSort: 1 }),
    asked(schoolApi.update, { id: below, pid: hidden, name: '改名', enabled: true, deptSort: 1 }),
    ...['expert', 'teacher', 'users', 'school', 'dept'].map((one) =>
      asked(exportApi.create, { path: `/api/${one}/download`, query: 'rating=5', total: 1 }),
    ),
  ];
};
