import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { setFailureListener } from '../lib/api.ts';
import { notify } from '../lib/notify.ts';
import { reactionTo } from './failures.ts';
import { refreshUser } from '../lib/refresh-user.ts';
import { expire } from './session.ts';

export type ForbiddenState = { message: string; requestId: string | undefined };

/** Registers the only listener for failed calls. */
export const useFailureReactions = () => {
  const navigate = useNavigate();
  useEffect(() => {
    setFailureListener((error, { quiet }) => {
      const reaction = reactionTo(error, quiet);
      if (reaction.kind === 'expire') void expire();
      // The guard then redirects an expert whose profile must be confirmed again. If the reload fails, they stay on the
      // page.
      if (reaction.kind === 'reload') refreshUser().catch(() => undefined);
      if (reaction.kind === 'notify') notify.error(reaction.text);
      if (reaction.kind === 'forbid') {
        const state: ForbiddenState = { message: error.message, requestId: error.requestId };
        void navigate('/401', { replace: true, state });
      }
    });
  }, [navigate]);
};
