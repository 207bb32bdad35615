export const commitmentKinds = {
  applicant: '申报人承诺书',
  employer: '推荐单位承诺书',
  expert: '评审专家承诺书',
  staff: '工作人员承诺书',
} as const;
export type CommitmentKind = keyof typeof commitmentKinds;
