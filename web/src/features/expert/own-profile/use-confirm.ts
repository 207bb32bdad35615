import { expertApi, type OwnExpert } from '@zhiping/shared/contracts/expert.ts';
import { useNavigate } from 'react-router';
import { useAction } from '../../../kit/hooks/use-action.ts';
import { ApiError, call, type FieldError } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { HOME_PATH } from '../../../lib/paths.ts';
import { refresh } from '../../../lib/query-client.ts';
import { refreshUser } from '../../../lib/refresh-user.ts';
import { isCorrected, profileOf, writeOf, type Profile } from '../profile.ts';

type Options = {
  own: OwnExpert;
  saving: { discard: () => Promise<void> };
  onRefused: (errors: readonly FieldError[]) => void;
};

const CONFLICT = 409;

const successMessage = ({ confirmedAt }: OwnExpert, isChanged: boolean) => {
  if (!confirmedAt) return '专家信息已确认';
  return isChanged ? '变更已提交，评审办审核后生效' : '专家信息没有变更';
};

/** Sends the confirmation and opens the app behind the gate. */
export const useConfirm = ({ own, saving, onRefused }: Options) => {
  const navigate = useNavigate();

  const send = async (profile: Profile) => {
    const isChanged = isCorrected(profile, profileOf(own));
    const body = isChanged ? writeOf(profile, own.version) : undefined;
    await call(expertApi.confirm, { body, quiet: true });
    await saving.discard();
    await refreshUser();
    notify.success(successMessage(own, isChanged));
    await refresh(expertApi.own);
    await navigate(HOME_PATH, { replace: true });
  };

  const { run, isPending, problem } = useAction(async (profile: Profile) => {
    try {
      await send(profile);
    } catch (error) {
      if (error instanceof ApiError && error.status === CONFLICT) {
        // Once the record is reloaded, the page finds two versions and shows both.
        await refresh(expertApi.own);
        return;
      }
      onRefused(error instanceof ApiError ? error.errors : []);
      throw error;
    }
  }, '未知错误');

  return { confirm: run, isSending: isPending, problem };
};
