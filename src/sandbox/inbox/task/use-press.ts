import { useState } from 'preact/hooks';
import { useAnnounce } from '../../../page/parts/live-region.tsx';
import type { PressAnswer, PressesAnswer } from '../../control/task-routes.ts';
import type { CenterButton } from '../../tasks/center-button.ts';
import type { TaskPress } from '../../tasks/list-presses.ts';
import { type ControlFailure, callControl, toControlFailure } from '../control/call-control.ts';
import { randomId } from '../parts/random-id.ts';
import { useTexts } from '../settings/language.tsx';

/** A press that has ended. */
export interface Attempt {
  readonly button: CenterButton;
  readonly opinions: string;
  /** With the same one a repeat counts once. */
  readonly uuid: string;
  readonly answer: PressAnswer | ControlFailure;
  /** The presses of the task after it; empty if they could not be fetched. */
  readonly presses: readonly TaskPress[];
}

interface Pressing {
  /** The button whose press is in progress. */
  readonly pending: CenterButton | undefined;
  /** The latest press. */
  readonly attempt: Attempt | undefined;
  /**
   * Resolves to whether the business system accepted it.
   * @param uuid of an earlier press, which this one repeats
   */
  press(button: CenterButton, opinions: string, uuid?: string): Promise<boolean>;
  /** Forgets the latest press. */
  dismiss(): void;
}

export function usePress(account: string, taskId: string): Pressing {
  const texts = useTexts();
  const announce = useAnnounce();
  const [pending, setPending] = useState<CenterButton>();
  const [attempt, setAttempt] = useState<Attempt>();
  return {
    pending,
    attempt,
    dismiss: () => setAttempt(undefined),
    async press(button, opinions, uuid = randomId()) {
      setPending(button);
      setAttempt(undefined);
      announce(texts.buttons.pressing(button.name));
      // By url, since several buttons may have the same name.
      const body = { account, action: button.url, opinions, uuid };
      const answer = await callControl<PressAnswer>(`${pathOf(taskId)}/press`, { method: 'POST', body }).catch(
        toControlFailure,
      );
      const after = await callControl<PressesAnswer>(`${pathOf(taskId)}/presses`).catch(() => undefined);
      setPending(undefined);
      setAttempt({ ...{ button, opinions, uuid }, answer, presses: after?.presses ?? [] });
      return 'taken' in answer && answer.taken;
    },
  };
}

export function pathOf(taskId: string): string {
  return `/tasks/${encodeURIComponent(taskId)}`;
}
