-- A number of the server's own, made after both commitments and the roster and shown after the last opening: before that nobody can
-- compute the result. Draws that were frozen before this file have none.
alter table draw add column nonce text, add column nonce_hash text,
  add check ((nonce is null) = (nonce_hash is null)),
  add check (nonce is null or roster is not null);
comment on column draw.nonce is 'No call shows it before the last number is open.';
comment on column draw.nonce_hash is 'SHA-256 of it, shown from the freeze on.';
create function refuse_second_nonce() returns trigger language plpgsql as $$
begin
  if old.roster is not null and (old.nonce, old.nonce_hash) is distinct from (new.nonce, new.nonce_hash) then
    raise exception 'draw % cannot be written again', old.id;
  end if;
  return new;
end $$;
create trigger draw_nonce_once before update on draw for each row execute function refuse_second_nonce();
comment on column draw.seed is 'SHA-256 of both numbers, the hash of the roster, the cycle and the nonce.';
