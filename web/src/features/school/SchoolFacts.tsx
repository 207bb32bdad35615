import { useQuery } from '@tanstack/react-query';
import { SCHOOL_CACHE_MS } from '@zhiping/shared/constants.ts';
import { schoolApi, type School } from '@zhiping/shared/contracts/school.ts';
import { EnabledTag } from '../../kit/display/EnabledTag.tsx';
import { Facts } from '../../kit/display/Facts.tsx';
import { reading } from '../../lib/query-client.ts';
import './school.css';

const Branches = ({ school }: { school: School }) => {
  const { data } = useQuery({
    ...reading(schoolApi.list, { query: { pid: school.id, size: 100 } }),
    staleTime: SCHOOL_CACHE_MS,
  });
  if (!data || data.totalElements === 0) return null;
  return (
    <section className="school-branches">
      <h2>下属单位（{data.totalElements}）</h2>
      <ul>
        {data.content.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </section>
  );
};

export const SchoolFacts = ({ school, noun }: { school: School; noun: string }) => {
  return (
    <>
      <Facts
        items={[
          [`${noun}名称`, school.name],
          ['学校标识码', school.code],
          ['上级', school.parentName],
          ['主管部门', school.department],
          ['省份', school.province],
          ['所在地', school.city],
          ['办学层次', school.level],
          ['备注', school.note],
          ['已并入', school.mergedInto?.name],
          ['状态', <EnabledTag key="enabled" enabled={school.enabled} />],
        ]}
      />
      <Branches school={school} />
    </>
  );
};
