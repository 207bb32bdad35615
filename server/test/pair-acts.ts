import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { conflictApi } from '@zhiping/shared/contracts/conflict.ts';
import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { reviewApi } from '@zhiping/shared/contracts/review.ts';
import { reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import type { AssignmentEvent } from '@zhiping/shared/rules/assignment/states.ts';
import { type Act, follow, outcomeOf, outcomeOfMany, versionOf } from './pair-act.ts';
import { followPlaces, isAwaitedPlace, opinionOf, type Place, type Stage } from './pair-stage.ts';

/** A call for each event of an assignment, and for what concerns its expert beside the table. */

type Call = Act['call'];
type Made = Pick<Act, 'call'> & Partial<Omit<Act, 'name' | 'call'>>;

const opinionVersionOf = async ({ server }: Stage, { id }: Place) => {
  const { rows } = await server.pool.query<{ version: number }>(
    'select version from review where assignment_id = $1',
    [id],
  );
  return rows[0]?.version ?? 0;
};

/** The next draft says the opposite of what was handed in. */
const nextDraft = (stage: Stage, { id, draft }: Place) =>
  opinionOf(`第 ${id} 份第 ${stage.drafts + 2} 稿`, draft?.conclusion === 'agree' ? 'disagree' : 'agree');
const save: Call = async (stage, place, token) =>
  outcomeOf(
    await stage.server.call(reviewApi.save, {
      token,
      params: { id: place.id },
      body: {
        version: await opinionVersionOf(stage, place),
        opinion: nextDraft(stage, place),
        client: 'tab1',
        seconds: 5,
      },
    }),
  );
const saved: Act['happened'] = (stage, place) => {
  place.draft = nextDraft(stage, place);
  stage.drafts += 1;
  if (place.state === 'accepted') follow(place, 'begin');
};

const move =
  (event: 'decline' | 'recuse' | 'recall'): Call =>
  async ({ server }, { id }, token) =>
    outcomeOf(
      await server.call(reviewApi.move, { token, params: { id }, body: { event, reason: '与申报人相识' } }),
    );

/** Another person confirms a request; its asker cannot. */
const confirmed = async ({ server, people }: Stage, token: string, id: number) => {
  const confirm = (by: string) =>
    server.call(confirmationApi.confirm, { token: by, params: { id }, body: { note: null } });
  const alone = await confirm(token);
  if (alone.status < 300) throw new Error('one person alone confirmed what they asked for');
  return outcomeOf(await confirm(people.second.token));
};

type Asked = { status: number; body: { confirmationId: number | null }; error?: { message?: string } };

/** The outcome of a call, with the confirmation of another person where it asks for one. */
const settled = async (stage: Stage, token: string, asked: Asked) => {
  const id = asked.status === 200 ? asked.body.confirmationId : null;
  return id === null ? outcomeOf(asked) : confirmed(stage, token, id);
};

const replace: Call = async (stage, { id }, token) =>
  settled(
    stage,
    token,
    await stage.server.call(assignmentApi.replace, {
      token,
      params: { id },
      body: { version: await versionOf(stage, 'assignment', id), reason: '联系不上' },
    }),
  );

/** Puts the first allowed candidate into the place. */
const change: Call = async (stage, { id, project }, token) => {
  const { server, people } = stage;
  const found = await server.call(assignmentApi.candidates, {
    token: people.office.token,
    query: { projectId: project, assignmentId: id },
  });
  const candidates = found.status === 200 ? found.body : [];
  const expertId = (candidates.find(({ denial }) => denial === null) ?? candidates[0])?.expertId ?? 1;
  const body = { version: await versionOf(stage, 'assignment', id), expertId, reason: '调整' };
  return settled(stage, token, await server.call(assignmentApi.change, { token, params: { id }, body }));
};

const excluded: Call = async (stage, { id }, token) => {
  const { server } = stage;
  const asked = await server.call(assignmentApi.exclude, {
    token,
    params: { id },
    body: { version: await versionOf(stage, 'assignment', id), cause: 'conflict', reason: '与申报人合著' },
  });
  return asked.status === 201 ? confirmed(stage, token, asked.body.id) : outcomeOf(asked);
};

/** Closes the round, before its end with another person. */
const closed: Call = async (stage, _, token) => {
  const { server, cycleId } = stage;
  const body = { cycleId, reason: '意见已交齐' };
  return settled(stage, token, await server.call(assignmentApi.close, { token, body }));
};

const MORE_TIME = '2026-12-20';
const extend: Call = async ({ server, cycleId }, { expert }, token) =>
  outcomeOfMany(
    await server.call(reviewBoardApi.extend, {
      token,
      body: { cycleId, expertIds: [expert.expertId], dueAt: MORE_TIME, reason: '外出' },
    }),
  );

/** A late expert is replaced by the same call, which the table calls by another name. */
const ended = (stage: Stage, place: Place, event: AssignmentEvent) => {
  follow(place, event);
  return followPlaces(stage);
};
const isLate = async ({ server, clock }: Stage, { id }: Place) => {
  const { rows } = await server.pool.query<{ due: Date | null }>(
    'select due_at as due from assignment where id = $1',
    [id],
  );
  return rows[0]!.due !== null && rows[0]!.due < clock.now();
};
/** Refused without a call where the other name is meant. */
const replaceIf =
  (late: boolean): Call =>
  async (stage, place, token) => {
    if ((await isLate(stage, place)) === late) return replace(stage, place, token);
    const message = late ? '评审期限未到' : '评审期限已过，是逾期更换';
    return { status: 400, code: 'assignment.early', message };
  };

const byEvent: Record<AssignmentEvent, Made> = {
  release: {
    isShared: true,
    call: async (stage, _, token) => {
      const params = { id: stage.drawId };
      const body = { reason: '调整' };
      return settled(stage, token, await stage.server.call(drawApi.release, { token, params, body }));
    },
    happened: ({ places }) => {
      for (const place of places) if (place.state === 'proposed') follow(place, 'release');
    },
  },
  // Once it is released, the same call replaces the expert.
  drop: {
    call: change,
    happened: (stage, place) => ended(stage, place, place.state === 'proposed' ? 'drop' : 'replace'),
  },
  accept: {
    by: 'expert',
    call: async ({ server }, { id }, token) => {
      const body = { assignmentIds: [id], version: 1, agreed: true as const };
      const answer = await server.call(reviewApi.commit, { token, body });
      return answer.body?.accepted === 0
        ? { status: 409, code: 'none', message: '没有待签的任务' }
        : outcomeOf(answer);
    },
    happened: (_, place) => follow(place, 'accept'),
  },
  decline: {
    by: 'expert',
    call: move('decline'),
    happened: (stage, place) => ended(stage, place, 'decline'),
  },
  recuse: { by: 'expert', call: move('recuse'), happened: (stage, place) => ended(stage, place, 'recuse') },
  begin: { by: 'expert', call: save, happened: saved },
  submit: {
    by: 'expert',
    call: async (stage, place, token) =>
      outcomeOf(
        await stage.server.call(reviewApi.submit, {
          token,
          params: { id: place.id },
          body: { version: await opinionVersionOf(stage, place) },
        }),
      ),
    happened: (_, place) => {
      follow(place, 'submit');
      place.handed = place.draft;
    },
  },
  recall: { by: 'expert', call: move('recall'), happened: (_, place) => follow(place, 'recall') },
  return: {
    call: async (stage, { id }, token) =>
      outcomeOf(
        await stage.server.call(assignmentApi.return, {
          token,
          params: { id },
          body: { version: await versionOf(stage, 'assignment', id), reason: '意见笼统', dueAt: MORE_TIME },
        }),
      ),
    happened: (_, place) => follow(place, 'return'),
  },
  extend: {
    call: extend,
    happened: ({ places }, { expert }) => {
      for (const place of places)
        if (place.expert.expertId === expert.expertId && isAwaitedPlace(place)) follow(place, 'extend');
    },
  },
  replace: {
    call: replaceIf(false),
    happened: (stage, place) => ended(stage, place, 'replace'),
  },
  expire: {
    call: replaceIf(true),
    happened: (stage, place) => ended(stage, place, 'expire'),
  },
  lock: {
    isShared: true,
    call: closed,
    happened: (stage) => {
      for (const place of stage.places)
        if (place.state === 'submitted' || (isAwaitedPlace(place) && place.handed)) {
          follow(place, 'lock');
          place.draft = place.handed;
        }
      stage.isClosed = true;
    },
  },
  exclude: {
    call: excluded,
    happened: (stage, place) => {
      place.excludedBy = [stage.performer.name, stage.people.second.name];
      return ended(stage, place, 'exclude');
    },
  },
};

/** Not in the table, and yet it may take an opinion away. */
const beside: Record<string, Made> = {
  'one expert more': {
    call: async ({ server }, { project }, token) =>
      outcomeOf(
        await server.call(assignmentApi.add, { token, body: { projectId: project, reason: '补充' } }),
      ),
    happened: followPlaces,
  },
  // They are signed out, and may have a second place in the stage.
  'a disabled expert': {
    isShared: true,
    call: async ({ server }, { expert }, token) =>
      outcomeOf(
        await server.call(expertPoolApi.setEnabled, {
          token,
          body: { ids: [expert.expertId], enabled: false, reason: '调离' } as never,
        }),
      ),
    happened: () => {},
  },
  'a deleted expert': {
    call: async ({ server }, { expert }, token) =>
      outcomeOfMany(await server.call(expertPoolApi.remove, { token, body: [expert.expertId] as never })),
    happened: () => {},
  },
  'a conflict': {
    call: async ({ server }, { project, expert }, token) => {
      const { rows } = await server.pool.query<{ id: string }>(
        `select id from conflict where project_id = $1 and expert_id = $2 and source = 'history'`,
        [project, expert.expertId],
      );
      const params = { id: Number(rows[0]?.id ?? 1) };
      const body = { pinned: 'block', reason: '核实属实' } as const;
      return outcomeOf(await server.call(conflictApi.pin, { token, params, body }));
    },
    happened: () => {},
  },
};

const acts = (prefix: 'assignment' | 'beside', made: Record<string, Made>): Act[] =>
  Object.entries(made).map(([name, rest]) => ({
    name: `${prefix} ${name}` as Act['name'],
    by: 'office',
    isShared: false,
    happened: () => {
      throw new Error(`${name} changed something here`);
    },
    ...rest,
  }));

export const assignmentActs: Act[] = [...acts('assignment', byEvent), ...acts('beside', beside)];
