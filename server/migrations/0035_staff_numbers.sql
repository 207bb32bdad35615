-- Teachers are searched and sorted by their staff numbers.
create index teacher_staff_no_search on teacher using gin (lower(staff_no) gin_trgm_ops);
create index teacher_staff_no_order on teacher (staff_no, id);
