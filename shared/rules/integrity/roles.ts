/** Role in which a person broke the rules. */
export const integrityRoles = { applicant: '申报人', expert: '评审专家', staff: '工作人员' } as const;
export type IntegrityRole = keyof typeof integrityRoles;
