import type { ApplicantProject } from '@zhiping/shared/contracts/project-views.ts';
import { placeOf } from '@zhiping/shared/rules/project-form/places.ts';
import { type Section, sections } from '@zhiping/shared/rules/review-rule/facts.ts';
import { Alert, Button } from 'antd';
import { useFormWork } from './form-context.ts';
import './notes.css';

type Props = {
  lastReturn: NonNullable<ApplicantProject['lastReturn']>;
  onGoTo: (section: Section, path?: string) => void;
};

/** Why the project was returned; each reason links to its field. */
export const ReturnNotice = ({ lastReturn: { kind, dueAt, reason, reasons, at }, onGoTo }: Props) => {
  const work = useFormWork();
  return (
    <Alert
      className="project-notice"
      type="warning"
      showIcon
      title={
        kind === 'supplement'
          ? `评审办于 ${at} 要求补正，请在 ${dueAt} 前补正并重新提交，逾期视为放弃申报；只能修改清单所列部分`
          : `单位于 ${at} 退回，请修改后重新提交`
      }
      description={
        <>
          <p>{reason}</p>
          {reasons.length > 0 && (
            <ul className="return-reasons" aria-label="退回意见">
              {reasons.map(({ path, message }) => {
                const place = placeOf(path, work);
                const [section] = path.split('.') as [Section];
                const words = place === null ? '已删除的内容' : place.words;
                return (
                  <li key={path}>
                    <Button type="link" onClick={() => onGoTo(section, place ? path : undefined)}>
                      {[sections[section], words].filter(Boolean).join('：')}
                    </Button>
                    <span>{message}</span>
                  </li>
                );
              })}
            </ul>
          )}
        </>
      }
    />
  );
};
