alter table cycle add column material_download boolean not null default false;
comment on column cycle.material_download is 'Whether experts may take files with them, stamped on each page; otherwise they read them in the product alone.';
alter table cycle add column share_opinions boolean not null default false;
comment on column cycle.share_opinions is 'Whether experts read the other opinions of their files, without names, once the results are published; otherwise they learn nothing of each other.';
