import { ArrowRight } from 'lucide-preact';
import type { AcceptedAnswer } from '../../control/account-routes.ts';
import type { ListedTask } from '../../tasks/lists.ts';
import { pathOfAccepted, pathOfPending } from '../control/paths.ts';
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

/** Address of the next task; one that is suspended, or pressed while its report is missing, cannot be decided. */
export function NextTask({ account, except }: NextTaskProps) {
  const texts = useTexts();
  const { data: pending } = useResource<{ readonly tasks: readonly ListedTask[] }>(pathOfPending(account), ['tasks']);
  const { data: pressed } = useResource<AcceptedAnswer>(pathOfAccepted(account), ['tasks', 'traffic']);
  if (pending === undefined || pressed === undefined) return null;
  const resting = new Set([except, ...pressed.accepted.map(({ taskId }) => taskId)]);
  const next = pending.tasks
    .filter(({ taskId, state }) => !resting.has(taskId) && state !== 'suspended')
    .toSorted((a, b) => mayRest(a) - mayRest(b) || b.createdAt - a.createdAt)[0];
  if (next === undefined) return null;
  return (
    <a class="next-task" href={`#${addressOf({ screen: 'inbox', account, list: 'pending', item: next.taskId })}`}>
      {texts.buttons.next}
      {texts.colon}
      {titleTask(aboutOf(next), nameTask(next, texts), next.serialNumber)} <ArrowRight size={15} aria-hidden="true" />
    </a>
  );
}

/** Another task of its transaction is suspended, and perhaps the whole process. */
function mayRest({ transactionState }: ListedTask): number {
  return transactionState === 'partlySuspended' ? 1 : 0;
}
