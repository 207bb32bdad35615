import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { setFailureListener } from '../lib/api.ts';
import { notify } from '../lib/notify.ts';
import { reactionTo } from './failures.ts';
import { refreshUser } from '../lib/refresh-user.ts';
import { expire } from './session.ts';

export type ForbiddenState = { message: string; requestId: string | undefined };

/** The one subscriber of failed calls. */
export const useFailureReactions = () => {
  const navigate = useNavigate();
  useEffect(() => {
    setFailureListener((error, { quiet }) => {
      const reaction = reactionTo(error, quiet);
      if (reaction.kind === 'expire') void expire();
      // Whose profile has to be confirmed again is led there; a failure leaves him where he is.
      if (reaction.kind === 'reload') refreshUser().catch(() => undefined);
      if (reaction.kind === 'notify') notify.error(reaction.text);
      if (reaction.kind === 'forbid') {
        const state: ForbiddenState = { message: error.message, requestId: error.requestId };
        void navigate('/401', { replace: true, state });
      }
    });
  }, [navigate]);
};
