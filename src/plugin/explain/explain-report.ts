/** Explains a report in one sentence. The sentences name nodes and tasks, never people or payloads. */
import type { NextTaskItem } from '../../protocol/task-handling.ts';
import type { GoneTask, HandledTask, Origin } from '../state/ledger.ts';
import { labelOfTask, type Move } from './moves.ts';
import type { Cancellation, ReachedEnd } from './note-moves.ts';
import { groupByMoves, listOf, type SentenceParts, sentenceOf, type Way } from './sentence.ts';
import type { Whereabouts } from './whereabouts.ts';

/** The facts of a step that its sentences use. */
export interface ExplainedStep {
  readonly nodeNameOf: (nodeId: string) => string;
  /** The handled tasks of the ledger, by task id. */
  readonly handled: Readonly<Record<string, HandledTask>>;
  /** Finds the tokens of a handled task, or of the start, that did not create a task. */
  readonly findTokens: (origin: Origin) => readonly Whereabouts[];
  readonly ends: readonly ReachedEnd[];
  readonly cancellations: readonly Pick<Cancellation, 'label'>[];
  /** Names what the instance still waits for. */
  readonly listStillOpen: () => readonly string[];
  readonly ended: { readonly by?: { readonly as: 'terminated' | 'revoked' } | undefined } | undefined;
  readonly suspended: boolean;
}

/** A task that a report creates, and what moved its token there in this step. */
export interface CreatedItem {
  /** Null: its token came from the start. */
  readonly origin: Origin;
  readonly item: NextTaskItem;
  readonly moves: readonly Move[];
}

/** The task in the center from which the instance was started; null: none. */
type StartedFrom = string | null;

export function explainNext(step: ExplainedStep, task: HandledTask, created: readonly CreatedItem[]): string {
  if (task.panel !== undefined)
    return `${nameOf(step, task)} ${PANEL_MOVES[task.panel]} as ${listOf(created.map((each) => nameOfCreated(step, each)))}.`;
  if (task.turnHandler !== null) {
    const how = task.handlerName === null ? 'transferred' : 'reassigned by an operator';
    return `${nameOf(step, task)} was ${how} and continues as ${listOf(created.map((each) => nameOfCreated(step, each)))}.`;
  }
  return explainTask(step, task, waysTo(step, task.taskId, created));
}

/** What has come of a task by which others were asked, or that was asked of one of them. */
const PANEL_MOVES = {
  delegated: 'was delegated and continues',
  asked: 'asks others first and continues',
  sentBack: 'was sent back and continues',
  resubmitted: 'was resubmitted and goes directly on',
  shared: 'is handled by others too and continues',
  passedOn: 'was signed, others sign too, and it continues',
  signed: 'was signed, others sign too, and it continues',
  claimed: 'was claimed and continues',
  released: 'was released and continues',
  answered: 'was answered, and what was asked goes on',
  recalled: 'was recalled, and what was asked goes on',
} as const satisfies Record<NonNullable<HandledTask['panel']>, string>;

export function explainContinuation(
  step: ExplainedStep,
  task: HandledTask,
  origin: Origin,
  created: readonly CreatedItem[],
): string {
  return sentenceOf(waysTo(step, origin, created), cameLater(step, task, origin));
}

export function explainEnd(step: ExplainedStep, task: HandledTask): string {
  return explainTask(step, task, waysToEnds(step, task.taskId), INSTANCE_ENDED);
}

export function explainLateEnd(step: ExplainedStep, task: HandledTask, origin: Origin): string {
  return sentenceOf(waysToEnds(step, origin), { ...cameLater(step, task, origin), ...INSTANCE_ENDED });
}

/** @param wasOpen whether the task was open until then */
export function explainEndedBy(step: ExplainedStep, task: HandledTask, wasOpen: boolean): string {
  const name = nameOf(step, task);
  const how = wasOpen ? `while ${name} was open` : 'while no open task had a known handler';
  const which = wasOpen ? 'this task' : `${name}, the task handled last`;
  return `The instance was ${step.ended?.by?.as ?? 'ended'} ${how}, so the end is reported with ${which}.`;
}

/** Explains the report of a task that was removed before anybody handled it. */
export function explainGone(step: ExplainedStep, task: GoneTask): string {
  const name = nameOf(step, task);
  if (task.takenBy !== null) return `${name} was removed by ${task.takenBy}, and nobody handled it.`;
  return `The instance was ${step.ended?.by?.as ?? 'ended'} while ${name} was open, and nobody handled it.`;
}

/** The end is reported with a task that nobody handled: no other can have it. */
export function explainEndWithGone(step: ExplainedStep, task: GoneTask): string {
  return `${explainGone(step, task).slice(0, -1)}; the instance ended with it.`;
}

/** @param origin the task that the tokens are of: a system task has none of its own */
export function explainNone(step: ExplainedStep, task: HandledTask, origin: Origin = task.taskId): string {
  if (task.panel !== undefined)
    return `${nameOf(step, task)} was ${task.panel}, and others who were asked have yet to answer.`;
  const tokens = step.findTokens(origin);
  const open = step.listStillOpen();
  const stillOpen = open.length === 0 ? [] : [`${listOf(open)} ${open.length === 1 ? 'is' : 'are'} still open`];
  if (tokens.length === 0)
    return explainTask(step, task, [{ moves: [], result: explainLost(step) }], { last: stillOpen });
  const ways = groupByMoves(tokens).map(({ moves, members }) => ({
    moves,
    result: `${tokenOf(step, origin, task.taskId)} ${listOf(members.map(describeToken))}`,
  }));
  return explainTask(step, task, ways, {
    last: tokens.every(({ at }) => at === 'end') ? stillOpen : [],
    note: step.suspended ? 'the instance is suspended' : undefined,
  });
}

/** Nobody had an open task when the step began. */
export function explainIdle(step: ExplainedStep): string {
  return `The instance still waits for ${listOf(step.listStillOpen())}.`;
}

/** @param told what led to the report, as a sentence */
export function explainSystemTask(told: string, { nodeId, nodeName, taskId = '' }: NextTaskItem): string {
  const name = labelOfTask({ nodeId, nodeName, taskId });
  return `${told.slice(0, -1)}; no person has an open task, so the system task ${name} shows where the process is.`;
}

export function explainStart(step: ExplainedStep, from: StartedFrom, created: readonly CreatedItem[]): string {
  const isFirst = created.some(({ moves }) => moves[0]?.what === 'the process');
  const note = isFirst
    ? from !== null && `it was started from the task ${from}`
    : `${NONE_HANDLED}${namedInstead(from)}`;
  return sentenceOf(waysTo(step, null, created), { note: note || undefined });
}

export function explainEndOfStart(step: ExplainedStep, from: StartedFrom): string {
  const note = `${NONE_HANDLED}${namedInstead(from)}`;
  const by = step.ended?.by;
  if (by) return `The instance was ${by.as}; ${note}.`;
  return sentenceOf(waysToEnds(step, null), { ...INSTANCE_ENDED, note });
}

const INSTANCE_ENDED = { last: ['the instance ended'] };
const NONE_HANDLED = 'none of its tasks has been handled, so it is reported with ';

function namedInstead(from: StartedFrom): string {
  return from === null ? 'the start' : `the task ${from} from which it was started`;
}

function explainTask(step: ExplainedStep, task: HandledTask, ways: readonly Way[], parts: SentenceParts = {}): string {
  const { endedBy } = task;
  const how = task.isSystem ? 'closed' : endedBy === null ? 'handled' : `ended by ${endedBy}`;
  const subject = `${task.isSystem ? 'The system task ' : ''}${nameOf(step, task)} was ${how}`;
  // `endedBy` already names the event.
  const rest = ways.map((way) => ({ ...way, moves: way.moves.filter(({ what }) => what !== endedBy) }));
  return sentenceOf(rest, { subject, ...parts });
}

/** For a task that was reported in an earlier step, or that is named only because it was handled last. */
function cameLater(step: ExplainedStep, task: HandledTask, origin: Origin): SentenceParts {
  if (origin === task.taskId) return { before: `${nameOf(step, task)} was reported before` };
  return { note: `its token came from the start, and ${nameOf(step, task)} is named as the task handled last` };
}

function waysTo(step: ExplainedStep, origin: Origin, created: readonly CreatedItem[]): Way[] {
  const origins = [...new Set(created.map((each) => each.origin))];
  return origins.flatMap((each) =>
    groupByMoves(created.filter((task) => task.origin === each)).map(({ moves, members }) => ({
      moves,
      result: `${tokenOf(step, each, origin)} led to ${listOf(members.map((member) => nameOfCreated(step, member)))}`,
    })),
  );
}

function waysToEnds(step: ExplainedStep, origin: Origin): Way[] {
  return step.ends.map((end) => ({
    moves: end.moves,
    result: `${tokenOf(step, end.origin, origin)} ended at ${end.label}`,
  }));
}

/** @param subject the task that the sentence is about; null: the start */
function tokenOf(step: ExplainedStep, origin: Origin, subject: Origin): string {
  if (origin === subject) return 'its token';
  const task = origin === null ? undefined : step.handled[origin];
  return `the token of ${task ? nameOf(step, task) : 'the start'}`;
}

/** Explains why a handled task has no token left. */
function explainLost({ ended, ends, cancellations }: ExplainedStep): string {
  if (ended?.by) return `the instance was ${ended.by.as} before anything followed from it`;
  if (ended) return `the instance ended at ${listOf(ends.map(({ label }) => label))} before anything followed from it`;
  const by = cancellations.length === 0 ? '' : ` by ${listOf([...new Set(cancellations.map(({ label }) => label))])}`;
  return `its tokens were removed${by}`;
}

function describeToken(token: Whereabouts): string {
  switch (token.at) {
    case 'join':
      return `waits at the join ${token.node} for a token from ${listOf(token.missing)}`;
    case 'inclusive-join':
      return `waits at the inclusive join ${token.node} for tokens that can still arrive from ${listOf(token.missing)}`;
    case 'event':
      return `waits for ${token.event}`;
    case 'event-gateway':
      return `waits at the event-based gateway ${token.node} for the first of ${listOf(token.events)}`;
    case 'service':
      return `waits for ${token.service}`;
    case 'countersign':
      return `waits for the countersign ${token.node}, which ${token.open} of ${token.instances} ${token.open === 1 ? 'has' : 'have'} yet to sign`;
    case 'end':
      return `ended at ${token.node}`;
  }
}

function nameOf({ nodeNameOf }: ExplainedStep, { nodeId, taskId }: Pick<HandledTask, 'nodeId' | 'taskId'>): string {
  return labelOfTask({ nodeId, taskId, nodeName: nodeNameOf(nodeId) });
}

/** As the diagram names it: a computed name holds variables. */
function nameOfCreated({ nodeNameOf }: ExplainedStep, { item: { nodeId, taskId } }: CreatedItem): string {
  return labelOfTask({ nodeId, nodeName: nodeNameOf(nodeId), taskId: taskId ?? '' });
}
