import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons';
import type { OwnExpert } from '@zhiping/shared/contracts/expert.ts';
import { Alert } from 'antd';
import { Link } from 'react-router';
import { PageHead } from '../../kit/PageHead.tsx';
import { HOME_PATH } from '../../lib/paths.ts';
import { groupKeys, groups, type GroupKey } from './profile.ts';

type Props = { own: OwnExpert; isChecked: (group: GroupKey) => boolean; onGoTo: (group: GroupKey) => void };

/** After the confirmation the office decides about every change. */
const ChangeNotice = ({ own: { confirmedAt, change } }: { own: OwnExpert }) => {
  if (change?.status === 'waiting')
    return (
      <Alert
        type="info"
        showIcon
        title="变更待评审办审核"
        description={`${change.requestedAt} 提交：${change.fields.map(({ label }) => label).join('、')}。再次提交将替换这次变更。`}
      />
    );
  if (change?.status === 'returned')
    return <Alert type="warning" showIcon title="变更被退回" description={change.reason} />;
  return confirmedAt && <p>确认后的修改由评审办审核，审核通过后生效。</p>;
};

export const ConfirmationSummary = ({ own, isChecked, onGoTo }: Props) => (
  <aside className="panel confirmation-summary">
    <PageHead title="请核对您的信息" />
    <p>
      {own.name}
      老师，请逐组查看：正确的点「核对无误」，有错的点「修改」。四组都核对后即可进入系统，填写内容会自动保存。评审材料将按您确认的学科分配，并回避您的所属单位。
    </p>
    {own.confirmedAt && (
      <p>
        上次确认：{own.confirmedAt.slice(0, 10)}
        {own.termEndsAt && `，有效期至 ${own.termEndsAt}`}
        <br />
        <Link to={HOME_PATH}>不作修改，返回首页</Link>
      </p>
    )}
    <ChangeNotice own={own} />
    <ul>
      {groupKeys.map((group) => (
        <li key={group} className={isChecked(group) ? 'is-checked' : undefined}>
          <button type="button" className="plain-button" onClick={() => onGoTo(group)}>
            {isChecked(group) ? <CheckCircleFilled aria-hidden /> : <MinusCircleOutlined aria-hidden />}
            {groups[group].title}
            <span className="visually-hidden">{isChecked(group) ? '，已核对' : '，待核对'}</span>
          </button>
        </li>
      ))}
    </ul>
  </aside>
);
