import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { dictApi } from '@zhiping/shared/contracts/dict.ts';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import { subjectApi } from '@zhiping/shared/contracts/subject.ts';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { press } from '../testing/press.ts';
import { renderPage, serve } from '../testing/render-page.tsx';
import { SchoolSelect } from './SchoolSelect.tsx';
import SubjectPicker, { type PickedSubject } from './SubjectPicker.tsx';

// Uses only the keyboard.

const subject = (code: string, name: string) => ({
  id: Number(code.slice(1, 5)),
  catalog: 'undergraduate',
  subjectCategoryCode: '08',
  subjectCategory: '工学',
  professionalCategoryCode: '0809',
  professionalCategory: '计算机类',
  professionalClassCode: code,
  professionalClass: name,
  enabled: true,
});

let server: ReturnType<typeof serve>;
beforeEach(() => {
  server = serve();
  server.on(schoolApi.all, () => ({
    body: [
      { id: 1, name: '北京大学' },
      { id: 2, name: '南京大学' },
      { id: 3, name: '南开大学' },
    ],
  }));
  server.on(subjectApi.list, () => ({
    body: {
      content: [subject('080901', '计算机科学与技术'), subject('080902', '软件工程')],
      totalElements: 2,
    },
  }));
  server.on(dictApi.details, () => ({
    body: { content: [{ value: 'undergraduate', label: '本科专业目录' }], totalElements: 1 },
  }));
});

const School = ({ among }: { among?: number[] }) => {
  const [value, setValue] = useState<number>();
  return (
    <>
      <SchoolSelect aria-label="学校" value={value} onChange={setValue} among={among} />
      <output>{value}</output>
    </>
  );
};

test('a school is found by its name and its initials, and chosen with Enter', async () => {
  renderPage(<School />);
  const field = screen.getByRole('combobox', { name: '学校' });
  await userEvent.tab();
  expect(document.activeElement).toBe(field);
  await userEvent.keyboard('南');
  await screen.findByRole('option', { name: '南京大学' });
  press('ArrowDown', 'Enter');
  expect(screen.getByRole('status').textContent).toBe('3');

  // The pinyin tables are loaded with the first typed letter.
  await userEvent.keyboard('njdx');
  await screen.findByRole('option', { name: '南京大学' });
  press('Enter');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2'));
});

test('an unknown school is reported, and one that is not offered cannot be chosen', async () => {
  renderPage(<School among={[1]} />);
  await userEvent.tab();
  await userEvent.keyboard('南京');
  expect(await screen.findByText('没有符合条件的学校')).toBeDefined();
  press('Enter');
  expect(screen.getByRole('status').textContent).toBe('');
});

test('a subject is found by a part of its name and by its code, as is a professional category', async () => {
  const onPick = vi.fn<(subject: PickedSubject) => void>();
  renderPage(<SubjectPicker label="添加学科" onPick={onPick} />);
  await userEvent.tab();
  await userEvent.keyboard('软件');
  await screen.findByRole('option', { name: /软件工程$/ });
  press('Enter');
  expect(onPick).toHaveBeenLastCalledWith({
    path: ['undergraduate', '08', '0809', 'undergraduate_080902'],
    fullName: '本科专业目录 - 工学 - 计算机类 - 软件工程',
  });
  await userEvent.keyboard('0809');
  await screen.findByRole('option', { name: /计算机类$/ });
  press('Enter');
  expect(onPick.mock.lastCall?.[0].path).toEqual(['undergraduate', '08', '0809']);
});

test('a subject that is in no catalogue is reported as not found', async () => {
  renderPage(<SubjectPicker label="添加学科" onPick={vi.fn<() => void>()} />);
  await userEvent.tab();
  await userEvent.keyboard('炼金术');
  expect(await screen.findByText('没有符合条件的学科')).toBeDefined();
});
