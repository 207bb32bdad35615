import type { User } from '@zhiping/shared/contracts/user.ts';
import { EnabledTag } from '../../kit/display/EnabledTag.tsx';
import { Facts } from '../../kit/display/Facts.tsx';

const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name).join('、');

const lockInWords = ({ until, address }: NonNullable<User['lock']>) =>
  `密码多次输错，${address === null ? '' : `来自 ${address} 的登录`}锁定至 ${until}`;

export const UserFacts = (user: User) => (
  <Facts
    items={[
      ['用户名', user.username],
      ['昵称', user.nickName],
      ['部门', user.dept?.name],
      ['角色', namesOf(user.roles)],
      ['状态', <EnabledTag key="enabled" enabled={user.enabled} />],
      ...(user.lock ? [['登录锁定', lockInWords(user.lock)] as const] : []),
      ['性别', user.gender],
      ['手机号码', user.phone],
      ['邮箱', user.email],
      ['岗位', namesOf(user.jobs)],
      ['密码修改', user.pwdResetTime],
      ['创建时间', user.createTime],
    ]}
  />
);
