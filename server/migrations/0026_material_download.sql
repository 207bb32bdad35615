alter table cycle add column material_download boolean not null default false;
comment on column cycle.material_download is 'Whether experts may take files with them, stamped on each page; otherwise they read them in the product alone.';
