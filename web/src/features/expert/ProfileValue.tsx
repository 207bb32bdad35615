import { PLACEHOLDER } from '../../kit/display/placeholder.tsx';
import { DictText } from '../../pickers/DictText.tsx';
import { useSchools } from '../../pickers/use-schools.ts';
import { PeriodLines } from './PeriodLines.tsx';
import type { Profile, ProfileField } from './profile.ts';
import { SubjectChain } from './SubjectChain.tsx';

const SchoolName = ({ id }: { id: number }) => {
  const { data, isPending } = useSchools();
  if (isPending) return '…';
  return data?.find((school) => school.id === id)?.name ?? '（该学校已停用，请重新选择）';
};

/** A field of the profile in words. */
export const ProfileValue = ({ field, profile }: { field: ProfileField; profile: Profile }) => {
  if (field === 'subjects') {
    return profile.subjects.length === 0 ? (
      PLACEHOLDER
    ) : (
      <ol className="subject-list">
        {profile.subjects.map((subject) => (
          <li key={subject.path.join('/')}>
            <SubjectChain subject={subject} />
          </li>
        ))}
      </ol>
    );
  }
  if (field === 'affiliations' || field === 'unavailability')
    return <PeriodLines kind={field} rows={profile[field]} />;
  const value = profile[field];
  if (value === null || value === '') return PLACEHOLDER;
  if (field === 'schoolId') return <SchoolName id={Number(value)} />;
  if (field === 'titleSeries') return <DictText dict="title_series" value={String(value)} />;
  if (field === 'titleLevel') return <DictText dict="title_level" value={String(value)} />;
  return value;
};
