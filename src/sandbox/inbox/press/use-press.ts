import { useEffect, useRef, useState } from 'preact/hooks';
import { useAnnounce } from '../../../page/parts/live-region.tsx';
import type { PressAnswer, PressesAnswer } from '../../control/task-routes.ts';
import type { CenterButton } from '../../tasks/center-button.ts';
import type { TaskPress } from '../../tasks/list-presses.ts';
import { ControlFailure, callControl, toControlFailure } from '../control/call-control.ts';
import { randomId } from '../parts/random-id.ts';
import { useTexts } from '../settings/language.tsx';
import { forgetCutOff, recallCutOff, rememberCutOff } from './cut-off.ts';

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

export interface Pressing {
  /** The button whose press is in progress. */
  readonly pending: CenterButton | undefined;
  /** The latest press that has ended, until another is made that does not repeat it; after a return to the task, one that was cut off. */
  readonly attempt: Attempt | undefined;
  /** The result of the latest press was closed. */
  readonly isDismissed: boolean;
  /**
   * Resolves to whether the business system accepted it.
   * @param repeated an earlier press, which this one repeats: what came of it is shown until this one has ended
   */
  press(button: CenterButton, opinions: string, repeated?: Attempt): Promise<boolean>;
  /** Forgets the latest press. */
  dismiss(): void;
}

interface PressState {
  readonly pending?: CenterButton;
  readonly attempt?: Attempt | undefined;
  readonly isDismissed?: boolean;
}

/** By account and task: what is in progress goes on while the task is not shown, and what came of it is shown then. */
const states = new Map<string, PressState>();
const shown = new Map<string, () => void>();

function change(key: string, state: PressState): void {
  states.set(key, state);
  shown.get(key)?.();
}

export function usePress(account: string, taskId: string): Pressing {
  const texts = useTexts();
  const announce = useAnnounce();
  const [, setCount] = useState(0);
  const key = JSON.stringify([account, taskId]);
  const entered = useRef<string>();
  if (entered.current !== key) {
    entered.current = key;
    const { pending, attempt } = states.get(key) ?? {};
    if (pending === undefined && attempt === undefined) states.set(key, { attempt: recallAttempt(account, taskId) });
  }
  useEffect(() => {
    shown.set(key, () => setCount((before) => before + 1));
    return () => {
      shown.delete(key);
      if (states.get(key)?.pending === undefined) states.delete(key);
    };
  }, [key]);
  const { pending, attempt, isDismissed = false } = states.get(key) ?? {};
  return {
    pending,
    attempt,
    isDismissed,
    dismiss() {
      forgetCutOff(account, taskId);
      change(key, { isDismissed: true });
    },
    async press(button, opinions, repeated) {
      const uuid = repeated?.uuid ?? randomId();
      if (repeated === undefined) forgetCutOff(account, taskId);
      change(key, { pending: button, attempt: repeated });
      announce(texts.buttons.pressing(button.name));
      // By url, since several buttons may have the same name.
      const body = { account, action: button.url, opinions, uuid };
      const answer = await callControl<PressAnswer>(`${pathOf(taskId)}/press`, { method: 'POST', body }).catch(
        toControlFailure,
      );
      // Also if the page is closed before the person sees it.
      if (isUnanswered(answer) && button.opens === 'api') rememberCutOff(account, taskId, { button, opinions, uuid });
      const after = await callControl<PressesAnswer>(`${pathOf(taskId)}/presses`).catch(() => undefined);
      change(key, { attempt: { ...{ button, opinions, uuid }, answer, presses: after?.presses ?? [] } });
      return 'taken' in answer && answer.taken;
    },
  };
}

/** Whether a press of the task is in progress, or its outcome has not been seen or can be tried again. */
export function hasPress(account: string, taskId: string): boolean {
  return stateOf(account, taskId).attempt !== undefined || isUnsettled(account, taskId);
}

/** Whether a press of the task is in progress, or can be tried again. */
export function isUnsettled(account: string, taskId: string): boolean {
  return stateOf(account, taskId).pending !== undefined || recallCutOff(account, taskId) !== undefined;
}

function stateOf(account: string, taskId: string): PressState {
  return states.get(JSON.stringify([account, taskId])) ?? {};
}

/** Whether there was no answer from the sandbox. */
export function isUnanswered(answer: Attempt['answer']): boolean {
  return answer instanceof ControlFailure && answer.code === 'ERR_UNREACHABLE';
}

/** Whether nobody knows from its answer what came of a press. */
export function hasNoAnswer({ answer }: Attempt): boolean {
  if (answer instanceof ControlFailure) return isUnanswered(answer);
  return answer.status === undefined && answer.opened === undefined;
}

function recallAttempt(account: string, taskId: string): Attempt | undefined {
  const cutOff = recallCutOff(account, taskId);
  if (cutOff === undefined) return undefined;
  return { ...cutOff, answer: new ControlFailure('ERR_UNREACHABLE', ''), presses: [] };
}

export function pathOf(taskId: string): string {
  return `/tasks/${encodeURIComponent(taskId)}`;
}
