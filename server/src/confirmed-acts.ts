import type { Deps } from './deps.ts';
import type { PerformedActs } from './modules/confirmation/answer-confirmation.ts';
import { liftConflict } from './modules/conflict/pin-conflict.ts';
import { changeRules } from './modules/cycle/change-rules.ts';
import { bringForward } from './modules/cycle/save-schedule.ts';
import { abortConfirmed } from './modules/draw/abort-draw.ts';
import { releaseConfirmed } from './modules/draw/release-draw.ts';
import { performBreach } from './modules/integrity/change-by-two.ts';
import { showMapping } from './modules/mapping/ask-mapping.ts';
import { acceptConfirmed } from './modules/project/decide-eligibility.ts';
import { recommendConfirmed } from './modules/project/recommend-project.ts';
import { changeConfirmed } from './modules/round/change-confirmed.ts';
import { closeConfirmed } from './modules/round/close-round.ts';
import { excludeOpinion } from './modules/round/exclude-opinion.ts';
import { correctTeacher } from './modules/teacher/correct-teacher.ts';

/** What each act that needs a second person does once it is confirmed. */
export const confirmedActs = (deps: Deps): PerformedActs => ({
  excludeOpinion: excludeOpinion(deps),
  bringForward,
  liftConflict,
  abortDraw: abortConfirmed,
  releaseDraw: releaseConfirmed(deps),
  changeExpert: changeConfirmed(deps),
  closeRound: closeConfirmed,
  correctTeacher: correctTeacher(deps),
  recordBreach: performBreach,
  changeRules,
  acceptProject: acceptConfirmed,
  recommendException: recommendConfirmed,
  readMapping: showMapping,
});
