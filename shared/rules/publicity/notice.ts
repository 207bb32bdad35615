/** A line of the table in a notice (公示). */
export type PublicisedPerson = {
  projectId: number;
  name: string;
  department: string;
  presentTitle: string;
  titleName: string;
  subject: string;
};

type Facts = {
  schoolName: string;
  cycleName: string;
  startsOn: string;
  endsOn: string;
  workingDays: number;
  place: string;
  contact: string;
};

const chineseDay = (day: string) => {
  const [year, month, date] = day.split('-').map(Number);
  return `${year} 年 ${month} 月 ${date} 日`;
};

/** The text above the table of a notice, as a school starts with it; a paragraph a line. */
export const publicityNotice = ({
  schoolName,
  cycleName,
  startsOn,
  endsOn,
  workingDays,
  place,
  contact,
}: Facts): string =>
  [
    `根据${cycleName}工作安排，经个人申报、部门表决和单位审核，${schoolName}拟推荐下列人员申报，现予公示。`,
    `公示时间：${chineseDay(startsOn)}至 ${chineseDay(endsOn)}（${workingDays} 个工作日）。公示地点：${place}。`,
    `公示期间对公示对象有异议的，可实名以书面形式反映，并提供必要的证据材料。受理部门及联系方式：${contact}。`,
  ].join('\n');
