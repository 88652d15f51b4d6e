import { UserPlus } from 'lucide-preact';
import { useAnnounce } from '../../../page/parts/live-region.tsx';
import type { TaskAnswer } from '../../control/task-routes.ts';
import { callControl, useAction } from '../control/call-control.ts';
import { useCenter } from '../control/center.tsx';
import { AccountSearch } from '../parts/account-search.tsx';
import { FailureLine } from '../parts/failure-line.tsx';
import { Popover } from '../parts/popover.tsx';
import { pathOf } from '../press/use-press.ts';
import { useTexts } from '../settings/language.tsx';

interface DelegateProps {
  readonly account: string;
  readonly task: TaskAnswer['task'];
}

/** Delegates a task: a button that opens a search of the accounts that do not have the task. */
export function Delegate({ account, task }: DelegateProps) {
  const { delegate: texts } = useTexts();
  const { nameOf, accounts, handlersOf } = useCenter();
  const announce = useAnnounce();
  const { failure, run } = useAction();
  const handlers = handlersOf(task);
  const people = (accounts.data?.accounts ?? []).filter(({ account: each }) => !handlers.includes(each));
  const delegate = (to: string, close: () => void) =>
    run(async () => {
      await callControl(`${pathOf(task.taskId)}/delegate`, { method: 'POST', body: { account, to } });
      announce(texts.done(nameOf(to)));
      close();
    });
  return (
    <Popover
      label={texts.title}
      buttonClass="button is-quiet is-small"
      button={
        <>
          <UserPlus size={15} aria-hidden="true" /> {texts.start}
        </>
      }
    >
      {(close) => (
        <>
          <p class="popover-note">{people.length === 0 ? texts.everybody : texts.hint}</p>
          <FailureLine failure={failure} />
          {people.length === 0 ? null : (
            <AccountSearch people={people} label={texts.title} onChoose={(to) => void delegate(to, close)} />
          )}
        </>
      )}
    </Popover>
  );
}
