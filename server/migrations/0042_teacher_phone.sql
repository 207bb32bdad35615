-- Who is who goes by numbers too, also by those of teachers.
create index teacher_phone on teacher (phone);
