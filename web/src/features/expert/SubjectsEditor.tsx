import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { LazySubjectPicker } from '../../pickers/LazySubjectPicker.tsx';
import type { PickedSubject } from '../../pickers/SubjectPicker.tsx';
import type { Profile } from './profile.ts';
import { SubjectChain } from './SubjectChain.tsx';

type Subjects = Profile['subjects'];
type Props = { id?: string; value?: Subjects; onChange?: (subjects: Subjects) => void };

const MOST = 3;
const MAX_KEYWORDS = 10;
const KEYWORD_LENGTH = 30;

const keyOf = ({ path }: { path: readonly string[] }) => path.join('/');

const swapped = (subjects: Subjects, index: number) =>
  subjects.with(index, subjects[index + 1]!).with(index + 1, subjects[index]!);

const cleanKeywords = (keywords: readonly string[]) =>
  [...new Set(keywords.map((keyword) => keyword.trim().slice(0, KEYWORD_LENGTH)).filter(Boolean))].slice(
    0,
    MAX_KEYWORDS,
  );

/** One to three subjects, best known first, reordered by buttons. */
export const SubjectsEditor = ({ id, value: subjects = [], onChange = () => {} }: Props) => {
  const add = (picked: PickedSubject) => {
    if (!subjects.some((subject) => keyOf(subject) === keyOf(picked)))
      onChange([...subjects, { ...picked, keywords: [] }]);
  };

  return (
    <div className="subjects-editor">
      <ol className="subject-list">
        {subjects.map((subject, index) => {
          const name = subject.fullName.split(' - ').at(-1)!;
          return (
            <li key={keyOf(subject)}>
              <SubjectChain subject={{ ...subject, keywords: [] }} />
              <div className="subject-buttons">
                <Button
                  icon={<ArrowUpOutlined />}
                  aria-label={`上移 ${name}`}
                  disabled={index === 0}
                  onClick={() => onChange(swapped(subjects, index - 1))}
                />
                <Button
                  icon={<ArrowDownOutlined />}
                  aria-label={`下移 ${name}`}
                  disabled={index === subjects.length - 1}
                  onClick={() => onChange(swapped(subjects, index))}
                />
                <Button
                  danger
                  icon={<DeleteOutlined />}
                  aria-label={`移除 ${name}`}
                  onClick={() => onChange(subjects.toSpliced(index, 1))}
                />
              </div>
              <Select
                mode="tags"
                open={false}
                suffixIcon={null}
                className="subject-keyword-input"
                aria-label={`${name} 的关键词`}
                placeholder="研究方向关键词，按回车添加"
                tokenSeparators={['，', '、', ',', ';', '；']}
                value={subject.keywords}
                onChange={(keywords: string[]) =>
                  onChange(subjects.with(index, { ...subject, keywords: cleanKeywords(keywords) }))
                }
              />
            </li>
          );
        })}
      </ol>
      {subjects.length < MOST && (
        <LazySubjectPicker id={id} label={`添加第 ${subjects.length + 1} 个学科`} onPick={add} />
      )}
      <p className="subject-hint">最多 {MOST} 个，排在第一位的是最熟悉的学科。</p>
    </div>
  );
};
