import { UserPlus } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { useAnnounce } from '../../../page/parts/live-region.tsx';
import type { PressesAnswer, TaskAnswer } from '../../control/task-routes.ts';
import { type ControlFailure, callControl, toControlFailure } from '../control/call-control.ts';
import { useCenter } from '../control/center.tsx';
import { useResource } from '../control/use-resource.ts';
import { AccountSearch } from '../parts/account-search.tsx';
import { useFailureWords } from '../parts/use-failure-words.ts';
import { usePopover } from '../parts/use-popover.ts';
import { pathOf } from '../press/use-press.ts';
import { useTexts } from '../settings/language.tsx';

type ShownTask = TaskAnswer['task'];

/** Whether the center lets an account that has the task in these lists delegate it. */
export function mayDelegate({ task, offered = [] }: Pick<TaskAnswer, 'task' | 'offered'>): boolean {
  const isPending = task.state === 'pending' && offered.some(({ list }) => list === 'pending');
  return isPending && task.given.canDelegate === 1;
}

/**
 * Delegates a task: a button that opens a search of the accounts that do not have the task. Nothing while the task is
 * handled and its report is missing.
 */
export function Delegate({ account, task }: { readonly account: string; readonly task: ShownTask }) {
  const { delegate: texts, failure: failures, colon } = useTexts();
  const wordsOf = useFailureWords();
  const { nameOf, accounts, handlersOf } = useCenter();
  const announce = useAnnounce();
  const { isOpen, close, toggle, panelRef, buttonRef } = usePopover();
  const [isRunning, setIsRunning] = useState(false);
  const [failure, setFailure] = useState<ControlFailure>();
  const known = useResource<PressesAnswer>(`${pathOf(task.taskId)}/presses`, ['tasks', 'traffic']).data;
  const handlers = handlersOf(task);
  const people = (accounts.data?.accounts ?? []).filter(({ account: each }) => !handlers.includes(each));
  const delegate = async (to: string) => {
    if (isRunning) return;
    setIsRunning(true);
    setFailure(undefined);
    try {
      await callControl(`${pathOf(task.taskId)}/delegate`, {
        method: 'POST',
        body: { account, to },
      });
      announce(texts.done(nameOf(to)));
      close();
    } catch (error) {
      setFailure(toControlFailure(error));
    }
    setIsRunning(false);
  };
  const open = () => {
    setFailure(undefined);
    toggle();
  };
  if (known?.refusedReport !== undefined || known?.presses.some(({ state }) => state === 'accepted')) return null;
  return (
    <>
      <button
        ref={buttonRef}
        type="button"
        class="button is-quiet is-small"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={open}
      >
        <UserPlus size={15} aria-hidden="true" /> {texts.start}
      </button>
      {isOpen ? (
        <div ref={panelRef} class="popover" role="dialog" aria-label={texts.title} aria-busy={isRunning}>
          <p class="popover-note">{texts.hint}</p>
          {failure === undefined ? null : (
            <p class="popover-note" role="alert">
              {failure.code === 'ERR_UNREACHABLE' ? '' : failures.refused + colon}
              {wordsOf(failure)}
            </p>
          )}
          {people.length === 0 ? (
            <p class="popover-note">{texts.everybody}</p>
          ) : (
            <AccountSearch people={people} label={texts.title} onChoose={(to) => void delegate(to)} />
          )}
        </div>
      ) : null}
    </>
  );
}
