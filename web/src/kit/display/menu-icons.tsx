import {
  ApartmentOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BankOutlined,
  BarChartOutlined,
  BookOutlined,
  BugOutlined,
  CalendarOutlined,
  DatabaseOutlined,
  DisconnectOutlined,
  EyeInvisibleOutlined,
  FileTextOutlined,
  FlagOutlined,
  FolderOutlined,
  FormOutlined,
  HomeOutlined,
  IdcardOutlined,
  LinkOutlined,
  LoginOutlined,
  MailOutlined,
  MenuOutlined,
  MonitorOutlined,
  NotificationOutlined,
  ProfileOutlined,
  ReadOutlined,
  SafetyOutlined,
  ScheduleOutlined,
  SettingOutlined,
  SolutionOutlined,
  TeamOutlined,
  ToolOutlined,
  UserOutlined,
} from '@ant-design/icons';
import type { ComponentType } from 'react';

/** Icons of the menu by their names in the database: antd names in kebab case, without the style suffix. */
const icons: Record<string, ComponentType> = {
  apartment: ApartmentOutlined,
  appstore: AppstoreOutlined,
  audit: AuditOutlined,
  bank: BankOutlined,
  'bar-chart': BarChartOutlined,
  book: BookOutlined,
  bug: BugOutlined,
  calendar: CalendarOutlined,
  database: DatabaseOutlined,
  disconnect: DisconnectOutlined,
  'eye-invisible': EyeInvisibleOutlined,
  'file-text': FileTextOutlined,
  flag: FlagOutlined,
  folder: FolderOutlined,
  form: FormOutlined,
  home: HomeOutlined,
  idcard: IdcardOutlined,
  link: LinkOutlined,
  login: LoginOutlined,
  mail: MailOutlined,
  menu: MenuOutlined,
  monitor: MonitorOutlined,
  notification: NotificationOutlined,
  profile: ProfileOutlined,
  read: ReadOutlined,
  safety: SafetyOutlined,
  schedule: ScheduleOutlined,
  setting: SettingOutlined,
  solution: SolutionOutlined,
  team: TeamOutlined,
  tool: ToolOutlined,
  user: UserOutlined,
};

export const menuIconNames = Object.keys(icons);

const MenuIcons = ({ name }: { name: string | null }) => {
  const Icon = icons[name ?? ''] ?? AppstoreOutlined;
  return <Icon />;
};

export default MenuIcons;
