insert into menu (id, pid, type, title, component_name, component, menu_sort, path, icon, permission, i_frame, cache) values
  (80, 4, 1, '服务监控', 'Monitor', 'monitor/index', 74, 'monitor', 'monitor', 'monitor:list', false, false),
  (81, 4, 1, 'SQL 监控', 'SqlMonitor', 'sql-monitor/index', 75, 'sql-monitor', 'bar-chart', 'monitor:list', false, false);
insert into role_menu (role_id, menu_id) values (2, 80), (2, 81);
