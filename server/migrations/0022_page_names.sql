-- The pages that stock clients of the eladmin family have too, under the names that those clients know.
update menu set component = page.stock
from (values
  ('user/index', 'system/user/index'),
  ('role/index', 'system/role/index'),
  ('menu/index', 'system/menu/index'),
  ('dept/index', 'system/dept/index'),
  ('job/index', 'system/job/index'),
  ('dict/index', 'system/dict/index'),
  ('timing/index', 'system/timing/index'),
  ('online/index', 'monitor/online/index'),
  ('log/index', 'monitor/log/index'),
  ('error-log/index', 'monitor/log/errorLog'),
  ('monitor/index', 'monitor/server/index'),
  ('file/index', 'tools/storage/index')
) as page (ours, stock)
where menu.component = page.ours;
