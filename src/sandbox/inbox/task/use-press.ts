import { useState } from 'preact/hooks';
import type { PressAnswer } from '../../control/task-routes.ts';
import type { CenterButton } from '../../tasks/center-button.ts';
import { callControl, toControlFailure } from '../control/call-control.ts';
import { useAnnounce } from '../parts/live-region.tsx';
import { useTexts } from '../settings/language.tsx';
import { explainFailure, explainPress, type PressOutcome } from './explain-press.ts';

interface Pressing {
  /** The button whose press is in progress. */
  readonly pending: CenterButton | undefined;
  /** The result of the latest press. */
  readonly outcome: PressOutcome | undefined;
  press(taskId: string, button: CenterButton, opinions: string): Promise<boolean>;
}

export function usePress(account: string): Pressing {
  const texts = useTexts();
  const announce = useAnnounce();
  const [pending, setPending] = useState<CenterButton>();
  const [outcome, setOutcome] = useState<PressOutcome>();
  return {
    pending,
    outcome,
    async press(taskId, button, opinions) {
      setPending(button);
      setOutcome(undefined);
      announce(texts.buttons.pressing(button.name));
      let result: PressOutcome;
      try {
        // By url, since several buttons may have the same name.
        const body = { account, action: button.url, opinions };
        const path = `/tasks/${encodeURIComponent(taskId)}/press`;
        result = explainPress(button.name, await callControl<PressAnswer>(path, { method: 'POST', body }), texts);
      } catch (error) {
        result = explainFailure(toControlFailure(error), texts);
      }
      setPending(undefined);
      setOutcome(result);
      announce(`${result.headline}. ${result.hint}`);
      return result.tone === 'success';
    },
  };
}
