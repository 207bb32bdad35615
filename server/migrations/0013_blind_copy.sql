-- Blind copies (盲审副本): what blind readers get of materials, and what was found and covered in them (decision 0052).

create table blind_copy (
  material_id bigint primary key references project_material,
  source_sha256 text not null,
  state text not null check (state in ('unchecked', 'needsWork', 'needsPerson', 'covered', 'released')),
  problem text check (problem in ('encrypted', 'broken', 'too_slow', 'gone')),
  result_sha256 text,
  pending_sha256 text,
  bytes bigint,
  pages integer,
  doubted_pages integer not null default 0 check (doubted_pages >= 0),
  open_marks integer not null default 0 check (open_marks >= 0),
  covered_marks integer not null default 0,
  left_over integer not null default 0,
  is_changed boolean not null default false,
  edits integer not null default 0,
  engine integer not null default 0,
  facts_hash text,
  covered_at timestamptz,
  released_by bigint,
  released_at timestamptz,
  waiver text check (waiver <> ''),
  version integer not null default 0,
  update_by text,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  check ((state = 'released') = (released_at is not null)),
  check ((released_by is null) = (released_at is null)),
  check (state <> 'released' or (result_sha256 is not null and not is_changed and left_over = 0 and problem is null))
);
comment on table blind_copy is 'The blind copy of a material: a document of pictures in which everything is covered that tells whose work it is. Readers get it once it is released.';
comment on column blind_copy.source_sha256 is 'Of the material that it was made of.';
comment on column blind_copy.pending_sha256 is 'A content on its way to the store.';
comment on column blind_copy.doubted_pages is 'Pages whose text cannot be trusted and that nobody has looked at.';
comment on column blind_copy.left_over is 'What the proof found: finds that can still be read, pixels beside the covers, words in the bytes.';
comment on column blind_copy.edits is 'Counts changes of what is covered, so that one during a run is not taken as done.';
comment on column blind_copy.engine is 'The version of the pipeline that made it.';
comment on column blind_copy.facts_hash is 'Keyed hash of what was looked for.';
comment on column blind_copy.released_by is 'No foreign key: what was done outlives the account.';
comment on column blind_copy.waiver is 'Why it was released with open finds or doubted pages.';
create index blind_copy_result on blind_copy (result_sha256) where result_sha256 is not null;
create index blind_copy_pending on blind_copy (pending_sha256) where pending_sha256 is not null;
create index project_material_blind on project_material (project_id, id)
  where type = 'representativeWork' and whole and removed_at is null;

create table blind_page (
  material_id bigint not null references blind_copy on delete cascade,
  page integer not null check (page > 0),
  width double precision not null,
  height double precision not null,
  doubts text[] not null default '{}',
  checked_by text,
  checked_at timestamptz,
  primary key (material_id, page),
  check ((checked_by is null) = (checked_at is null))
);
comment on table blind_page is 'Pages of a copy in points. What speaks against trusting their text, and who looked at them.';

create table blind_mark (
  id bigint generated always as identity primary key,
  material_id bigint not null references blind_copy on delete cascade,
  page integer not null,
  kind text not null,
  words text not null,
  places jsonb not null,
  source text not null check (source in ('machine', 'person')),
  state text not null check (state in ('open', 'covered', 'ignored')),
  reason text check (reason <> ''),
  decided_by text,
  decided_at timestamptz,
  create_time timestamptz not null default now(),
  check ((decided_by is null) = (decided_at is null)),
  check (source = 'machine' or decided_by is not null),
  check (state <> 'ignored' or decided_by is not null)
);
comment on table blind_mark is 'What was found, or drawn by a person, on a copy. Decisions of people outlive a further run.';
comment on column blind_mark.places is 'Rectangles in points from the upper left corner of their pages, turned by an angle.';
comment on column blind_mark.words is 'As found, numbers of people masked.';
create index blind_mark_material on blind_mark (material_id, page, id);
