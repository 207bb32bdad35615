import { button, type Directory } from './menu-parts.ts';

/** For those who apply for a title. */
export const applyMenu: Directory = {
  title: '职称申报',
  path: 'apply',
  icon: 'form',
  children: [
    {
      title: '申报通知',
      path: 'notice',
      icon: 'notification',
      name: 'ApplyNotice',
      component: 'apply/notice',
      permission: 'project:apply',
      roles: ['申报人'],
    },
    {
      title: '我的申报',
      path: 'project',
      icon: 'form',
      name: 'MyProjects',
      component: 'apply/project',
      permission: 'project:apply',
      roles: ['申报人'],
    },
  ],
};

/** For experts, at their desk. */
export const deskMenu: Directory = {
  title: '专家评审',
  path: 'desk',
  icon: 'read',
  children: [
    {
      title: '我的评审',
      path: 'task',
      icon: 'read',
      name: 'ReviewDesk',
      component: 'review/index',
      permission: 'review:own',
      roles: ['评审专家'],
    },
  ],
};

/** For those who run the review. */
export const reviewMenu: Directory = {
  title: '评审管理',
  path: 'review',
  icon: 'audit',
  children: [
    {
      title: '评审批次',
      path: 'cycle',
      icon: 'flag',
      name: 'ReviewCycle',
      component: 'cycle/index',
      permission: 'cycle:list',
      roles: ['评审办', '监督员'],
      buttons: [
        button('批次新增', 'cycle:add', '评审办'),
        button('批次编辑', 'cycle:edit', '评审办'),
        button('批次删除', 'cycle:del', '评审办'),
        button('批次发布与推进', 'cycle:publish', '评审办'),
      ],
    },
    {
      title: '批次看板',
      path: 'board',
      icon: 'bar-chart',
      name: 'ReviewBoard',
      component: 'project/board',
      permission: 'project:list',
      roles: ['评审办', '学校职称管理员'],
    },
    {
      title: '申报审核',
      path: 'project',
      icon: 'solution',
      name: 'ProjectCheck',
      component: 'project/index',
      permission: 'project:list',
      roles: ['评审办', '学校职称管理员'],
      buttons: [
        button('导入申报与材料', 'project:import', '学校职称管理员'),
        button('申报退回、推荐、公示与报送', 'project:check', '学校职称管理员'),
        button('资格审查', 'project:decide', '评审办'),
      ],
    },
    {
      title: '单位公示',
      path: 'publicity',
      icon: 'notification',
      name: 'UnitPublicity',
      component: 'publicity/index',
      permission: 'project:list',
      roles: ['评审办', '学校职称管理员'],
    },
    {
      title: '回避',
      path: 'conflict',
      icon: 'disconnect',
      name: 'Conflict',
      component: 'conflict/index',
      permission: 'conflict:list',
      roles: ['评审办'],
      buttons: [
        button('回避人工判定', 'conflict:pin', '评审办'),
        button('回避计算', 'conflict:compute', '评审办'),
      ],
    },
    {
      title: '专家抽取',
      path: 'draw',
      icon: 'schedule',
      name: 'ExpertDraw',
      component: 'draw/index',
      permission: 'assignment:list',
      roles: ['评审办', '监督员'],
      buttons: [
        button('组织抽取', 'assignment:draw', '评审办'),
        button('见证抽取', 'assignment:witness', '监督员'),
      ],
    },
    {
      title: '送审分配',
      path: 'assignment',
      icon: 'apartment',
      name: 'Assignment',
      component: 'assignment/index',
      permission: 'review:list',
      roles: ['评审办'],
      buttons: [
        button('人工调整分配', 'assignment:edit', '评审办'),
        button('发布与更换', 'assignment:release', '评审办'),
        button('退回意见与催办', 'review:return', '评审办'),
      ],
    },
    {
      title: '盲审副本',
      path: 'blind',
      icon: 'eye-invisible',
      name: 'BlindCopy',
      component: 'blind-copy/index',
      permission: 'blind:list',
      roles: ['评审办'],
      buttons: [
        button('副本制作与标记', 'blind:edit', '评审办'),
        button('副本放行', 'blind:release', '评审办'),
      ],
    },
    {
      title: '评审规则',
      path: 'rules',
      icon: 'book',
      name: 'ReviewRules',
      component: 'review-rule/index',
      permission: 'rule:list',
      roles: ['评审办', '监督员', '学校职称管理员'],
    },
    {
      title: '承诺书',
      path: 'commitment',
      icon: 'file-text',
      name: 'Commitment',
      component: 'commitment/index',
      permission: 'commitment:list',
      roles: ['评审办', '监督员'],
      buttons: [button('承诺书编辑', 'commitment:edit', '评审办')],
    },
    {
      title: '工作日历',
      path: 'calendar',
      icon: 'calendar',
      name: 'WorkingCalendar',
      component: 'holiday/index',
      permission: 'holiday:list',
      roles: ['评审办', '监督员', '学校职称管理员'],
      buttons: [button('工作日更正', 'holiday:edit', '评审办')],
    },
  ],
};
