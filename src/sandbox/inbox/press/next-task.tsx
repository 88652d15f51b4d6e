import { ArrowRight } from 'lucide-preact';
import type { ListedTask } from '../../tasks/lists.ts';
import { useResource } from '../control/use-resource.ts';
import { aboutOf } from '../parts/about.ts';
import { nameTask, titleTask } from '../parts/task-title.ts';
import { addressOf } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';

interface NextTaskProps {
  readonly account: string;
  /** The id of the task after which it comes. */
  readonly except: string;
}

/** Leads to the latest pending task that can be decided. */
export function NextTask({ account, except }: NextTaskProps) {
  const texts = useTexts();
  const path = `/accounts/${encodeURIComponent(account)}/pending`;
  const { data } = useResource<{ readonly tasks: readonly ListedTask[] }>(path, ['tasks']);
  const next = data?.tasks
    .filter(({ taskId, state, transactionState }) => {
      const mayRest = state === 'suspended' || transactionState === 'partlySuspended';
      return taskId !== except && !mayRest;
    })
    .toSorted((one, other) => other.createdAt - one.createdAt)[0];
  if (next === undefined) return null;
  return (
    <a class="next-task" href={`#${addressOf({ screen: 'inbox', account, list: 'pending', item: next.taskId })}`}>
      {texts.buttons.next}
      {texts.colon}
      {titleTask(aboutOf(next), nameTask(next, texts), next.serialNumber)} <ArrowRight size={15} aria-hidden="true" />
    </a>
  );
}
