import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons';
import type { OwnExpert } from '@zhiping/shared/contracts/expert.ts';
import { Link } from 'react-router';
import { PageHead } from '../../../kit/layout/PageHead.tsx';
import { HOME_PATH } from '../../../lib/paths.ts';
import { ChangeNotices } from '../change-requests/ChangeNotices.tsx';
import { groupKeys, groups, type GroupKey } from '../profile.ts';

type Props = {
  own: OwnExpert;
  isChecked: (group: GroupKey) => boolean;
  onGoTo: (group: GroupKey) => void;
  onWithdrawn: (saved: OwnExpert, part: GroupKey) => void;
};

export const ConfirmationSummary = ({ own, isChecked, onGoTo, onWithdrawn }: Props) => (
  <aside className="panel confirmation-summary">
    <PageHead title="请核对您的信息" />
    <p>
      {own.name}
      老师，请逐组查看：正确的点「核对无误」，有错的点「修改」。四组都核对后即可
      {own.confirmedAt ? '提交变更' : '进入系统'}
      ，填写内容会自动保存。评审材料将按您确认的学科分配，并回避您的所属单位。
    </p>
    {own.confirmedAt && (
      <p>
        上次确认：{own.confirmedAt.slice(0, 10)}
        {own.termEndsAt && `，有效期至 ${own.termEndsAt}`}
        <br />
        <Link to={HOME_PATH}>不作修改，返回首页</Link>
      </p>
    )}
    <ChangeNotices own={own} onWithdrawn={onWithdrawn} />
    <ul>
      {groupKeys.map((group) => (
        <li key={group} className={isChecked(group) ? 'is-checked' : undefined}>
          <button type="button" className="plain-button" onClick={() => onGoTo(group)}>
            {isChecked(group) ? <CheckCircleFilled /> : <MinusCircleOutlined />}
            {groups[group].title}
            <span className="visually-hidden">{isChecked(group) ? '，已核对' : '，待核对'}</span>
          </button>
        </li>
      ))}
    </ul>
  </aside>
);
