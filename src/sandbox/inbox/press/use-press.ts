import { useState } from 'preact/hooks';
import { type CallFailure, toFailure } from '../../../page/data/call-json.ts';
import { useAnnounce } from '../../../page/parts/live-region.tsx';
import type { PressAnswer, TaskAnswer } from '../../control/task-routes.ts';
import type { CenterButton } from '../../tasks/center-button.ts';
import { callControl } from '../control/call-control.ts';
import { useTexts } from '../settings/language.tsx';

type ShownTask = TaskAnswer['task'];

/** A press that has ended. */
export interface Press {
  readonly button: CenterButton;
  readonly answer: PressAnswer | CallFailure;
  readonly taskId: string;
  /** What the center knew of the task before it. */
  readonly before: string;
}

interface Pressing {
  /** The button whose press is in progress. */
  readonly pending: CenterButton | undefined;
  /** The latest press that has ended. */
  readonly last: Press | undefined;
  /** Resolves to whether the business system accepted it. */
  press(task: ShownTask, button: CenterButton, opinions: string): Promise<boolean>;
  /** Forgets the latest press. */
  dismiss(): void;
}

export function usePress(account: string): Pressing {
  const texts = useTexts();
  const announce = useAnnounce();
  const [pending, setPending] = useState<CenterButton>();
  const [last, setLast] = useState<Press>();
  return {
    pending,
    last,
    dismiss: () => setLast(undefined),
    async press(task, button, opinions) {
      const { taskId } = task;
      setPending(button);
      announce(texts.buttons.pressing(button.name));
      // By url, since several buttons may have the same name.
      const body = { account, action: button.url, opinions };
      const answer = await callControl<PressAnswer>(`${pathOf(taskId)}/press`, { method: 'POST', body }).catch(
        toFailure,
      );
      setPending(undefined);
      setLast({ button, answer, taskId, before: markOf(task, account) });
      return 'taken' in answer && answer.taken;
    },
  };
}

/** Whether the center has heard of the press since, by a report of the business system. */
export function isReported({ before }: Press, task: ShownTask, account: string): boolean {
  return markOf(task, account) !== before;
}

function markOf({ state, records, changes }: ShownTask, account: string): string {
  const own = records.filter(({ handler }) => handler === account).length;
  return JSON.stringify([state, own, changes.length]);
}

export function pathOf(taskId: string): string {
  return `/tasks/${encodeURIComponent(taskId)}`;
}
