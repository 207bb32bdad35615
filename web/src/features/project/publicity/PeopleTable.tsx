import type { PublicisedPerson } from '@zhiping/shared/rules/publicity/notice.ts';

/** The people of a notice as a table. */
export const PeopleTable = ({ people }: { people: readonly PublicisedPerson[] }) => (
  <table className="publicity-people">
    <thead>
      <tr>
        <th scope="col">序号</th>
        <th scope="col">姓名</th>
        <th scope="col">院系或部门</th>
        <th scope="col">现职称</th>
        <th scope="col">拟申报职称</th>
        <th scope="col">申报学科</th>
      </tr>
    </thead>
    <tbody>
      {people.map(({ projectId, name, department, presentTitle, titleName, subject }, index) => (
        <tr key={projectId}>
          <td>{index + 1}</td>
          <td>{name}</td>
          <td>{department}</td>
          <td>{presentTitle}</td>
          <td>{titleName}</td>
          <td>{subject}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
