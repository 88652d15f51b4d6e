import type { AllowedOperation } from '../../../model/ttc/allowed-operations.ts';
import { waitOf } from '../../state/execution-id.ts';
import { handledTask, noteHandled, requireStandIn } from '../../state/handled-task.ts';
import type { InstanceRun } from '../../state/instance-run.ts';
import type { HandledTask, OpenTask } from '../../state/ledger.ts';
import {
  MAX_DEPTH,
  MAX_MEMBERS,
  MAX_OPEN,
  onlyAnswers,
  type Panel,
  type PanelRule,
  type Panels,
  peopleAt,
  seatsAround,
  seatsWithTasks,
} from '../../state/panel.ts';
import type { RunSettings } from '../../state/run-settings.ts';
import { notWaiting } from '../../step-error.ts';
import { refuseSecondVote } from '../press/second-vote.ts';
import { type PressRefusal, refusedInStep } from '../press/verdicts.ts';
import { membersOf, openPanel } from './leave-panel.ts';

/** Who does something with a task, how it is called in the report, and when. */
export interface Acting {
  readonly taskId: string;
  /** The person who acts; undefined: the host itself. */
  readonly account: string | undefined;
  /** Display name in the report if not the handler did it. */
  readonly handlerName: string | null;
  /** Display name of `account`. */
  readonly personName?: string | null | undefined;
  /** Whether `account` is not a handler itself but acts for one. */
  readonly actsForOthers?: boolean | undefined;
  readonly handleStatus: string;
  readonly opinions: string | null;
  /** By the center's clock, epoch milliseconds. */
  readonly pressedAt: number;
  readonly now: number;
}

/** A task is given to others, and comes back when they have answered; `beside`: the asker and they have to handle it. */
export interface Ask extends Acting {
  readonly kind: 'delegate' | 'before' | 'beside';
  readonly to: readonly string[];
  readonly rule: PanelRule;
}

const KINDS = {
  delegate: { word: 'delegate', panel: 'delegated' },
  before: { word: 'addSigners', panel: 'asked' },
  beside: { word: 'addSigners', panel: 'shared' },
} as const satisfies Record<Ask['kind'], { readonly word: AllowedOperation; readonly panel: HandledTask['panel'] }>;

/**
 * Closes the task and asks others; the wait stays.
 * @throws {StepError} with a refusal: the node does not allow it, the task is shared by its signers, one of these people asks or is asked here
 * already or has another vote, or there would be too many; `ERR_NO_HANDLER`
 */
export function askOthers(run: InstanceRun, ask: Ask, settings: RunSettings): void {
  const { kind, to, rule, account } = ask;
  const [seat, task] = findSeat(run, ask.taskId);
  const { word, panel: handledAs } = KINDS[kind];
  requireAllowed(run, task, ask, word);
  if (kind === 'beside') requireDecision(run, task);
  requireRoom(run, seat, to);
  const person =
    account === undefined ? requireStandIn(task, settings, 'is assigned to a group') : { handler: account };
  for (const each of to) requireOutside(run, [seat, task], person.handler, each);
  const own = account === undefined ? task : { handlers: [account], handlingGroups: [] };
  const panel: Panel = {
    ...{ kind, taskId: task.taskId, asker: account ?? null, rule },
    members: membersOf(kind === 'beside' ? [person.handler, ...to] : to, rule),
    ...{ handlers: own.handlers, handlingGroups: own.handlingGroups, dueAt: task.dueAt },
  };
  const [only] = to.length === 1 && kind !== 'beside' ? to : [];
  closeFor(run, seat, { ...ask, ...person, turnHandler: only ?? null, panel: handledAs });
  openPanel(run, seat, panel);
}

/** Of several who handle a task, what do they decide together? With one button, or votes of which a reject is enough. */
function requireDecision(run: InstanceRun, { taskId, nodeId, panel }: OpenTask): void {
  if (onlyAnswers(panel)) throw refused('decidesNothing', `A press on ${taskId} decides nothing.`);
  const buttons = run.model.userTasks.get(nodeId)?.buttons.filter(({ type }) => type === 'HANDLE') ?? [];
  if (buttons.length > 1 && buttons.some(({ vote }) => vote === undefined))
    throw refused('signsUnclearly', `Task ${taskId} has several buttons, which are no votes.`);
}

/** The seat of an open task. @throws {StepError} it is not open; with a refusal: its signers share it */
export function findSeat(run: InstanceRun, taskId: string): readonly [seat: string, task: OpenTask] {
  const found = [...run.openTasks].find(([, task]) => task.taskId === taskId);
  if (!found) throw notWaiting('task', taskId);
  if (run.multiInstanceOf(found[1].nodeId)?.shared)
    throw refused('sharedTask', `Task ${taskId} is shared by its signers.`);
  return found;
}

/** Closes the task of a seat, which others get. */
export function closeFor(
  run: InstanceRun,
  seat: string,
  how: Acting & Pick<HandledTask, 'handler' | 'standsInFor' | 'turnHandler' | 'panel'>,
): void {
  const task = run.openTasks.get(seat);
  if (!task) throw notWaiting('task', how.taskId);
  const { handler, standsInFor, handlerName, personName, handleStatus, opinions, turnHandler, panel } = how;
  const person = { handler, ...(standsInFor && { standsInFor }), handlerName, personName };
  const times = { handledAt: how.pressedAt, appliedAt: how.now };
  noteHandled(run, handledTask(run.handled, task, { ...person, ...times, opinions, handleStatus, turnHandler, panel }));
  run.openTasks.delete(seat);
}

/** Closes the task of a seat whose handler was recalled. @throws {StepError} `ERR_NO_HANDLER` */
export function closeRecalled(run: InstanceRun, seat: string, recall: Acting, settings: RunSettings): OpenTask {
  const task = run.openTasks.get(seat);
  if (!task) throw notWaiting('task', recall.taskId);
  const person = requireStandIn(task, settings, 'is assigned to a group');
  closeFor(run, seat, { ...recall, taskId: task.taskId, ...person, turnHandler: null, panel: 'recalled' });
  return task;
}

/**
 * The host needs no permission; who only acts for a handler may not give away what is theirs.
 * @throws {StepError} with a refusal
 */
export function requireAllowed(
  run: InstanceRun,
  { taskId, nodeId }: OpenTask,
  { account, actsForOthers }: Pick<Acting, 'account' | 'actsForOthers'>,
  word: AllowedOperation,
): void {
  if (account === undefined) return;
  if (actsForOthers) throw refused('onlyHandler', `Not this account has task ${taskId}.`);
  if (!run.model.userTasks.get(nodeId)?.allow.includes(word))
    throw refused('notAllowed', `${nodeId} does not allow ${word}: see ttc:allow and defaults.allow.`);
}

/** @throws {StepError} with a refusal */
export function requireRoom(run: InstanceRun, seat: string, to: readonly string[]): void {
  const wait = waitOf(seat);
  if (Math.max(0, seatsAround(seat).length - 1) >= MAX_DEPTH)
    throw refused('askedTooDeep', `At ${wait} people ask each other already, ${MAX_DEPTH} deep.`);
  if (to.length > MAX_MEMBERS || seatsWithTasks(run.panels, wait).length + to.length > MAX_OPEN)
    throw refused('askedTooMany', `At most ${MAX_MEMBERS} people are asked at once, and ${MAX_OPEN} at one task.`);
}

/** Who asks or is asked at a wait does not get another task of it, nor who votes in its round. */
export function requireOutside(
  run: InstanceRun,
  [seat, task]: readonly [string, OpenTask],
  asker: string,
  account: string,
): void {
  if (account === asker || hasPartAt(run, seat, account))
    throw refused('alreadyAsked', `The account asks or is asked at ${task.nodeId} already.`);
  refuseSecondVote(run, [seat], account);
}

/** Whether somebody asks or is asked at the wait of a seat, or has another task there. */
export function hasPartAt(
  { panels, openTasks }: { readonly panels: Panels; readonly openTasks: Iterable<readonly [string, OpenTask]> },
  seat: string,
  account: string,
): boolean {
  const others = [...openTasks].filter(([each]) => each !== seat && waitOf(each) === waitOf(seat));
  return peopleAt(panels, waitOf(seat)).has(account) || others.some(([, { handlers }]) => handlers.includes(account));
}

function refused(refusal: PressRefusal, message: string) {
  return refusedInStep(refusal, message);
}
