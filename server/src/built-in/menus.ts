import type { Permission } from '@zhiping/shared/permissions.ts';
import type { RoleName } from './organisation.ts';

/** What somebody may do on a page beyond seeing it; in menus it is called a button. */
type Button = { title: string; permission: Permission; roles: RoleName[] };

/**
 * `component` is the key in web/src/app/pages.ts; where stock clients have the page too, it has their name. A path that
 * begins with / is the whole address: it stays the same in whichever directory the page stands.
 */
export type Page = {
  title: string;
  path: string;
  icon: string;
  name: string;
  component: string;
  /** Without one only super administrators see the page. */
  permission?: Permission;
  roles: RoleName[];
  /** Whether a tab keeps the page when another one is shown; it does unless told otherwise. */
  cache?: boolean;
  buttons?: Button[];
};

/** Whoever holds something below a directory holds the directory. */
export type Directory = { title: string; path: string; icon: string; children: (Directory | Page)[] };

const button = (title: string, permission: Permission, ...roles: RoleName[]): Button => ({
  title,
  permission,
  roles,
});

/** The menus of a new installation, in order; from then on they belong to its administrators. */
export const menus: Directory[] = [
  {
    title: '专家资源',
    path: 'pool',
    icon: 'team',
    children: [
      {
        title: '专家库',
        path: 'expert',
        icon: 'idcard',
        name: 'Expert',
        component: 'expert/index',
        permission: 'expert:list',
        roles: ['评审办', '监督员', '学校职称管理员'],
        buttons: [
          button('专家新增', 'expert:add', '评审办', '学校职称管理员'),
          button('专家编辑', 'expert:edit', '评审办', '学校职称管理员'),
          button('专家删除', 'expert:del', '评审办'),
          button('专家评级', 'expert:rating', '评审办'),
          button('专家启用与停用', 'expert:enabled', '评审办'),
          button('专家变更审核', 'expert:approve', '评审办'),
          button('专家核查', 'expert:inspect', '评审办', '监督员', '学校职称管理员'),
          button('查看身份证号码', 'expert:identity', '评审办'),
        ],
      },
      {
        title: '学科目录',
        path: 'subject',
        icon: 'book',
        name: 'Subject',
        component: 'subject/index',
        permission: 'subject:list',
        roles: ['系统管理员', '评审办', '监督员', '学校职称管理员'],
        buttons: [
          button('学科新增', 'subject:add', '系统管理员', '评审办'),
          button('学科编辑', 'subject:edit', '系统管理员', '评审办'),
          button('学科删除', 'subject:del', '系统管理员', '评审办'),
        ],
      },
      {
        title: '学校管理',
        path: 'school',
        icon: 'bank',
        name: 'School',
        component: 'school/index',
        permission: 'school:list',
        roles: ['系统管理员', '评审办', '监督员', '学校职称管理员'],
        buttons: [
          button('学校新增', 'school:add', '系统管理员', '评审办', '学校职称管理员'),
          button('学校编辑', 'school:edit', '系统管理员', '评审办', '学校职称管理员'),
          button('学校删除', 'school:del', '系统管理员', '评审办', '学校职称管理员'),
          button('学校合并', 'school:merge', '系统管理员', '评审办'),
        ],
      },
      {
        title: '教师管理',
        path: 'teacher',
        icon: 'solution',
        name: 'Teacher',
        component: 'teacher/index',
        permission: 'teacher:list',
        roles: ['评审办', '学校职称管理员'],
        buttons: [
          button('教师新增', 'teacher:add', '评审办', '学校职称管理员'),
          button('教师编辑', 'teacher:edit', '评审办', '学校职称管理员'),
          button('教师删除', 'teacher:del', '评审办', '学校职称管理员'),
          button('查看教师身份证号码', 'teacher:identity', '评审办'),
        ],
      },
    ],
  },
  {
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
  },
  {
    title: '系统管理',
    path: 'system',
    icon: 'setting',
    children: [
      {
        title: '组织与权限',
        path: 'org',
        icon: 'safety',
        children: [
          {
            title: '用户管理',
            path: '/system/user',
            icon: 'user',
            name: 'User',
            component: 'system/user/index',
            permission: 'user:list',
            roles: ['系统管理员'],
            buttons: [
              button('用户新增', 'user:add', '系统管理员'),
              button('用户编辑', 'user:edit', '系统管理员'),
              button('用户删除', 'user:del', '系统管理员'),
            ],
          },
          {
            title: '角色管理',
            path: '/system/role',
            icon: 'safety',
            name: 'Role',
            component: 'system/role/index',
            permission: 'roles:list',
            roles: ['系统管理员'],
            buttons: [
              button('角色新增', 'roles:add', '系统管理员'),
              button('角色编辑', 'roles:edit', '系统管理员'),
              button('角色删除', 'roles:del', '系统管理员'),
            ],
          },
          {
            title: '菜单管理',
            path: '/system/menu',
            icon: 'menu',
            name: 'Menu',
            component: 'system/menu/index',
            permission: 'menu:list',
            roles: ['系统管理员'],
            buttons: [
              button('菜单新增', 'menu:add', '系统管理员'),
              button('菜单编辑', 'menu:edit', '系统管理员'),
              button('菜单删除', 'menu:del', '系统管理员'),
            ],
          },
          {
            title: '部门管理',
            path: '/system/dept',
            icon: 'apartment',
            name: 'Dept',
            component: 'system/dept/index',
            permission: 'dept:list',
            roles: ['系统管理员'],
            buttons: [
              button('部门新增', 'dept:add', '系统管理员'),
              button('部门编辑', 'dept:edit', '系统管理员'),
              button('部门删除', 'dept:del', '系统管理员'),
            ],
          },
          {
            title: '岗位管理',
            path: '/system/job',
            icon: 'idcard',
            name: 'Job',
            component: 'system/job/index',
            permission: 'job:list',
            roles: ['系统管理员'],
            buttons: [
              button('岗位新增', 'job:add', '系统管理员'),
              button('岗位编辑', 'job:edit', '系统管理员'),
              button('岗位删除', 'job:del', '系统管理员'),
            ],
          },
        ],
      },
      {
        title: '内容与数据',
        path: 'content',
        icon: 'appstore',
        children: [
          {
            title: '公告管理',
            path: '/system/article',
            icon: 'notification',
            name: 'ArticleAdmin',
            component: 'article-admin/index',
            permission: 'article:list',
            roles: ['系统管理员', '评审办'],
            buttons: [
              button('公告新增', 'article:add', '系统管理员', '评审办'),
              button('公告编辑', 'article:edit', '系统管理员', '评审办'),
              button('公告删除', 'article:del', '系统管理员', '评审办'),
            ],
          },
          {
            title: '字典管理',
            path: '/system/dict',
            icon: 'profile',
            name: 'Dict',
            component: 'system/dict/index',
            permission: 'dict:list',
            roles: ['系统管理员'],
            buttons: [
              button('字典新增', 'dict:add', '系统管理员'),
              button('字典编辑', 'dict:edit', '系统管理员'),
              button('字典删除', 'dict:del', '系统管理员'),
            ],
          },
          {
            title: '文件存储',
            path: '/system/storage',
            icon: 'folder',
            name: 'Storage',
            component: 'tools/storage/index',
            permission: 'storage:list',
            roles: ['系统管理员'],
            buttons: [
              button('文件上传', 'storage:add', '系统管理员'),
              button('文件重命名', 'storage:edit', '系统管理员'),
              button('文件删除', 'storage:del', '系统管理员'),
            ],
          },
        ],
      },
      {
        title: '日志审计',
        path: 'audit',
        icon: 'audit',
        children: [
          {
            title: '操作日志',
            path: '/system/log',
            icon: 'file-text',
            name: 'OperationLog',
            component: 'monitor/log/index',
            permission: 'log:list',
            roles: ['系统管理员', '监督员'],
          },
          {
            title: '登录日志',
            path: '/system/login-log',
            icon: 'login',
            name: 'LoginLog',
            component: 'login-log/index',
            permission: 'log:list',
            roles: ['系统管理员', '监督员'],
          },
          {
            title: '错误日志',
            path: '/system/error-log',
            icon: 'bug',
            name: 'ErrorLog',
            component: 'monitor/log/errorLog',
            permission: 'log:list',
            roles: ['系统管理员'],
          },
          {
            title: '在线用户',
            path: '/system/online',
            icon: 'user',
            name: 'OnlineUser',
            component: 'monitor/online/index',
            permission: 'online:list',
            roles: ['系统管理员'],
            buttons: [button('强制下线', 'online:del', '系统管理员')],
          },
        ],
      },
      {
        title: '运行维护',
        path: 'operations',
        icon: 'tool',
        children: [
          {
            title: '服务监控',
            path: '/system/monitor',
            icon: 'monitor',
            name: 'Monitor',
            component: 'monitor/server/index',
            permission: 'monitor:list',
            roles: ['系统管理员'],
            cache: false,
          },
          {
            title: 'SQL 监控',
            path: '/system/sql-monitor',
            icon: 'bar-chart',
            name: 'SqlMonitor',
            component: 'sql-monitor/index',
            permission: 'monitor:list',
            roles: ['系统管理员'],
            cache: false,
          },
          {
            title: '定时任务',
            path: '/system/timing',
            icon: 'schedule',
            name: 'Timing',
            component: 'system/timing/index',
            permission: 'timing:list',
            roles: ['系统管理员'],
            buttons: [button('定时任务编辑', 'timing:edit', '系统管理员')],
          },
          {
            title: '发件箱',
            path: '/system/outbox',
            icon: 'mail',
            name: 'Outbox',
            component: 'outbox/index',
            permission: 'outbox:list',
            roles: ['系统管理员'],
            buttons: [button('重新发送', 'outbox:edit', '系统管理员')],
          },
          {
            title: '发布包与备份',
            path: '/system/archive',
            icon: 'database',
            name: 'Archive',
            component: 'archive/index',
            roles: [],
          },
        ],
      },
    ],
  },
];
