import type { ControlFailure } from '../control/call-control.ts';
import { useConnection } from '../control/change-stream.ts';
import { useTexts } from '../settings/language.tsx';

/** Says why something was not done; that the sandbox does not answer only as long as it does not. */
export function useFailureWords(): (failure: ControlFailure) => string {
  const { failure: texts } = useTexts();
  const isLost = useConnection() === 'lost';
  return ({ code, message }) => {
    if (code !== 'ERR_UNREACHABLE') return message;
    return isLost ? texts.unreachable : texts.cutOff;
  };
}
