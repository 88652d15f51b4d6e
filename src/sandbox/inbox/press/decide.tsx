import { ArrowLeftRight, ArrowRight } from 'lucide-preact';
import { useId, useRef, useState } from 'preact/hooks';
import { recall, remember } from '../../../page/settings/remember.ts';
import type { ActionType, TaskList } from '../../../protocol/constants.ts';
import type { TaskAnswer } from '../../control/task-routes.ts';
import type { CenterTask, CenterTransaction } from '../../state/center-state.ts';
import type { TaskDiagram } from '../../tasks/ask-diagram.ts';
import type { CenterButton } from '../../tasks/center-button.ts';
import type { ListedTask } from '../../tasks/lists.ts';
import { useResource } from '../control/call-control.ts';
import { aboutOf, nameTask, titleTask } from '../parts/about.ts';
import { addressOf } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { ContinueAs } from '../task/continue-as.tsx';
import { PressResult } from './press-result.tsx';
import { TaskButtons } from './task-buttons.tsx';
import { isReported, usePress } from './use-press.ts';

const NEED_RUNNING: ReadonlySet<ActionType> = new Set(['BREAK_UP', 'REVOKE', 'PROMOTER']);
const WHILE_SUSPENDED: ReadonlySet<ActionType> = new Set(['ACTIVE', 'BREAK_UP', 'REVOKE']);

/** Whether a process is suspended: as the business system says with its diagram, else as the center knows of the task. */
export function isSuspended(task: Pick<CenterTask, 'state'>, diagram: TaskDiagram | undefined): boolean {
  return diagram === undefined ? task.state === 'suspended' : diagram.status === 'suspended';
}

/** The buttons that the state of the process allows. */
export function usableButtons(
  buttons: readonly CenterButton[],
  { conclusions, ended }: CenterTransaction,
  isResting: boolean,
): readonly CenterButton[] {
  const isOver = conclusions.length > 0 || ended !== undefined;
  return buttons.filter(({ type }) => {
    if (isOver && NEED_RUNNING.has(type)) return false;
    return isResting ? WHILE_SUSPENDED.has(type) : type !== 'ACTIVE';
  });
}

/** With these a person handles a task, which the business system reports. */
const HANDLES: ReadonlySet<ActionType> = new Set(['HANDLE', 'DEAL', 'TRANSFER']);

/** Whether a task shows only where its process waits: it was given neither a button that handles it nor a page. */
export function isForNobody({ task: { given }, actions }: Pick<TaskAnswer, 'task' | 'actions'>): boolean {
  const opensPage = given.handleUrl !== undefined || given.mHandleUrl !== undefined;
  return !opensPage && !actions.some(({ type, opens }) => HANDLES.has(type) || opens === 'page');
}

interface DecideProps {
  readonly account: string;
  readonly list: TaskList;
  /** The task whose buttons they are. */
  readonly task: TaskAnswer['task'];
  readonly buttons: readonly CenterButton[];
  /** The process is suspended. */
  readonly isResting: boolean;
  /** All tasks of the transaction. */
  readonly tasks: readonly TaskAnswer['task'][];
  /** Its id is that of the opinion: of a task, or of a transaction, for its initiator. */
  readonly subject: string;
  /** Nobody can handle the task. */
  readonly isForNobody?: boolean;
  /** After the task comes the next one. */
  readonly leadsOn?: boolean;
  /** Called after each press. */
  readonly onPressed: () => void;
}

/** The buttons of a task, and what came of the latest press. */
export function Decide(props: DecideProps) {
  const { account, list, task, buttons, isResting, tasks, subject, leadsOn = false, onPressed } = props;
  const { buttons: texts, press: pressTexts, task: taskTexts } = useTexts();
  const titleId = useId();
  const [opinion, write] = useDraft(account, subject);
  const { pending, last, press, dismiss } = usePress(account);
  const pressed = tasks.find(({ taskId }) => taskId === last?.taskId);
  const isTaken = last !== undefined && 'taken' in last.answer && last.answer.taken;
  const needsReport = isTaken && HANDLES.has(last.button.type);
  const hasReport = needsReport && pressed !== undefined && isReported(last, pressed, account);
  const isWaiting = needsReport && !hasReport;
  const waiting = tasks.filter(({ taskId, state }) => state === 'pending' && taskId !== last?.taskId);
  const written = useRef(opinion);
  written.current = opinion;
  const decide = async (button: CenterButton) => {
    // What is written while the press waits is for another one.
    if ((await press(task, button, opinion)) && written.current === opinion) write('');
    onPressed();
  };
  const title = { pending: texts.title, handled: texts.titleHandled, initiated: texts.titleInitiated }[list];
  if (buttons.length === 0 && last === undefined)
    return list === 'pending' && task.state === 'pending' ? (
      <p class="hint">{props.isForNobody === true ? texts.forNobody : texts.none}</p>
    ) : null;
  return (
    <section class="card decide" aria-labelledby={titleId}>
      <h3 id={titleId}>{buttons.length === 0 ? texts.titleDone : title}</h3>
      {buttons.length === 0 ? null : (
        <TaskButtons
          {...{ buttons, pending, opinion, isWaiting }}
          onOpinion={write}
          onPress={(button) => void decide(button)}
        />
      )}
      {last === undefined ? null : (
        <PressResult press={last} onClose={dismiss}>
          {needsReport ? <p role="status">{hasReport ? pressTexts.reported : pressTexts.waiting}</p> : null}
          <p class="result-links">
            <a href={`#${addressOf({ screen: 'traffic', account, view: 'calls', transactionId: task.transactionId })}`}>
              <ArrowLeftRight size={15} aria-hidden="true" /> {taskTexts.traffic}
            </a>
            {leadsOn && hasReport ? <NextTask account={account} except={last.taskId} /> : null}
          </p>
          {isTaken && !isWaiting && !isResting
            ? waiting.map((each) => (
                <ContinueAs key={each.taskId} account={account} task={each} namesNode={waiting.length > 1} />
              ))
            : null}
        </PressResult>
      )}
    </section>
  );
}

interface NextTaskProps {
  readonly account: string;
  /** The id of the task after which it comes. */
  readonly except: string;
}

/** Leads to the latest pending task that can be decided. */
function NextTask({ account, except }: NextTaskProps) {
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

/** The opinion that an account is writing, and how to change it. It is kept in this tab, also over a reload. */
function useDraft(account: string, subject: string): readonly [string, (opinion: string) => void] {
  const name = `draft.${account}.${subject}`;
  const [opinion, setOpinion] = useState(() => recall(name, 'tab') ?? '');
  return [
    opinion,
    (written) => {
      remember(name, written, 'tab');
      setOpinion(written);
    },
  ];
}
