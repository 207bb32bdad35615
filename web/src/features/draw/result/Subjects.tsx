import { useQuery } from '@tanstack/react-query';
import { drawResultApi, type ResultSubject } from '@zhiping/shared/contracts/draw-result.ts';
import { useState } from 'react';
import { ScrollRegion } from '../../../kit/display/ScrollRegion.tsx';
import { Failed, Loading } from '../../../kit/display/states.tsx';
import { reading } from '../../../lib/query-client.ts';
import './result.css';

const range = (values: ResultSubject['match'], unit: string) =>
  values && `${values.least} / ${values.mean} / ${values.most} ${unit}`;

const Table = ({ subjects }: { subjects: readonly ResultSubject[] }) => (
  <ScrollRegion label="各一级学科的供需与结果" className="result-wide">
    <table>
      <thead>
        <tr>
          <th scope="col">一级学科</th>
          <th scope="col">材料</th>
          <th scope="col">需要</th>
          <th scope="col">可用</th>
          <th scope="col">已分配</th>
          <th scope="col">匹配（最低 / 平均 / 最高）</th>
          <th scope="col">每位专家（最少 / 平均 / 最多）</th>
        </tr>
      </thead>
      <tbody>
        {subjects.map((one) => (
          <tr key={`${one.code} ${one.name}`}>
            <th scope="row">
              {one.code} {one.name}
            </th>
            <td>{one.files} 份</td>
            <td>{one.need} 人次</td>
            <td className={one.places < one.need ? 'result-short' : undefined}>
              {one.experts} 人，{one.places} 份
            </td>
            <td className={one.filled < one.need ? 'result-short' : undefined}>{one.filled} 人次</td>
            <td>{range(one.match, '分')}</td>
            <td>{range(one.load, '份')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollRegion>
);

const Shown = ({ id }: { id: number }) => {
  const { data, error, refetch } = useQuery(reading(drawResultApi.subjects, { params: { id } }));
  if (error) return <Failed what="各学科的结果" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading rows={4} />;
  return (
    <>
      <p className="soft">
        最紧张的学科在前。可用的名额按申报过该学科的可抽取专家计，一人申报几个学科的在各学科都计入；名额不够时由相近学科的专家承担。
      </p>
      <Table subjects={data} />
    </>
  );
};

/** Demand, supply and result of each first-level subject; loaded when the section is opened. */
export const Subjects = ({ id }: { id: number }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="result-subjects" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>各一级学科的供需与结果</summary>
      {isOpen && <Shown id={id} />}
    </details>
  );
};
