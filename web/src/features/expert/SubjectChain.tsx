import { Tag } from 'antd';
import './own-profile/confirmation.css';
import type { Profile } from './profile.ts';

/** The path from the catalogue down to the subject, and the expert's keywords in it. */
export const SubjectChain = ({ subject }: { subject: Profile['subjects'][number] }) => {
  const steps = subject.fullName.split(' - ');
  return (
    <>
      <span className="subject-steps">{steps.slice(0, -1).join(' › ')}</span>
      <strong>{steps.at(-1)}</strong>
      {subject.keywords.length > 0 && (
        <span className="subject-keywords">
          {subject.keywords.map((keyword) => (
            <Tag key={keyword}>{keyword}</Tag>
          ))}
        </span>
      )}
    </>
  );
};
