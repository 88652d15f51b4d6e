import type { NextTaskItem } from '../../protocol/task-handling.ts';
import type { AskKind, TaskPanel } from '../../protocol/task-view.ts';
import type { CreatedJob } from '../outcome/created-job.ts';
import type { AddedIteration, MultiInstanceSize } from '../tokens/multi-instance/multi-instance-size.ts';
import type { MultiInstanceTally } from '../tokens/multi-instance/multi-instance-tally.ts';
import {
  anything,
  count,
  flag,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  record,
  type Shape,
  text,
  type ValueOf,
} from './json-shape.ts';
import { MEMBER_STATES, PANEL_RULES, type Panel, type PanelMember, type SignedPress } from './panel.ts';

/** The task whose handling caused something; null: the start of the instance. */
export type Origin = string | null;

const origin: Shape<Origin> = nullable(text);
const names = list(text);
const variables = record(anything);

const createdJob = object<CreatedJob>({
  nodeId: text,
  executionId: text,
  kind: oneOf('service', 'script', 'call'),
  service: text,
  variables,
  input: variables,
});

const returnedPart = object({
  origin: origin,
  /** The variables that it set. */
  own: variables,
});
export type ReturnedPart = ValueOf<typeof returnedPart>;

/** A press that lets its token go on once the scripts are done. */
const pressedPart = object({
  taskId: text,
  /** The button of the task that was pressed. */
  buttonKey: text,
  /** What was set as it was handled. */
  own: variables,
});
export type PressedPart = ValueOf<typeof pressedPart>;

/** An open task. */
export interface OpenTask {
  /** Its id in the center. */
  readonly taskId: string;
  /** Its node in the diagram. */
  readonly nodeId: string;
  /** The token that arrived at its activity, which in a countersign all iterations share. */
  readonly rootId: string;
  /** Ids of all that is around it: the task is removed when one of them is interrupted. */
  readonly scopeIds: readonly string[];
  /** The task whose handling caused it; null: the start. */
  readonly origin: Origin;
  /** Accounts that may handle it; empty when groups may. */
  readonly handlers: readonly string[];
  /** Groups that may handle it; empty when accounts may. */
  readonly handlingGroups: readonly string[];
  /** For a task that its signers share: who has signed it. */
  readonly signedBy: readonly string[];
  /** Others who are asked for a while; absent: nobody. */
  readonly panel?: TaskPanel | undefined;
  /** When it has to be handled, in epoch milliseconds; absent: at any time. */
  readonly dueAt?: number | undefined;
  /** Its texts in the center; absent: no node allows to send back to it. */
  readonly texts?: Pick<NextTaskItem, 'nodeName' | 'taskName' | 'taskSummary'> | undefined;
}
export type TaskTexts = NonNullable<OpenTask['texts']>;
const texts = object<TaskTexts>({
  nodeName: text,
  taskName: optional(text),
  taskSummary: optional(names as Shape<string[]>),
});
const askKind = oneOf<AskKind>('delegate', 'before', 'after', 'beside', 'countersign', 'claim', 'direct');
const askedWith = optional(object({ kind: askKind, taskId: text }));
export const taskPanel = object<TaskPanel>({ asked: askedWith, cameBack: askedWith });
const openTask = object<OpenTask>({
  ...{ taskId: text, nodeId: text, rootId: text, scopeIds: names, origin },
  ...{ handlers: names, handlingGroups: names, signedBy: names, panel: optional(taskPanel), dueAt: optional(number) },
  texts: optional(texts),
});
/** A user task that a token has passed. */
export interface Visit {
  readonly nodeId: string;
  readonly taskId: string;
  /** Who handled it; null: it was a countersign, or a task of several people. */
  readonly account: string | null;
  readonly texts: TaskTexts;
  /** The scope of the call whose variables it has; absent: those of the instance. */
  readonly callId?: string | undefined;
}
const visit = object<Visit>({ nodeId: text, taskId: text, account: nullable(text), texts, callId: optional(text) });
const signedPress = object<SignedPress>({
  ...{
    buttonKey: text,
    account: text,
    personName: optional(text),
    opinions: nullable(text),
    pressedAt: number,
    variables,
  },
});
const panel = object<Panel>({
  ...{
    kind: askKind,
    taskId: text,
    asker: nullable(text),
    rule: oneOf(...PANEL_RULES),
    handlers: names,
    handlingGroups: names,
  },
  ...{ dueAt: optional(number), target: optional(text), signed: optional(signedPress) },
  members: list(object<PanelMember>({ account: text, state: oneOf(...MEMBER_STATES) })),
});

/** The task of the center that says where the process is while no person has an open one. */
const systemTask = object({
  task: openTask,
  /** The node that the process came to instead, and since when it has waited there; null: it still waits at that of the task. */
  next: nullable(object({ nodeId: text, since: number })),
});
export type SystemTask = ValueOf<typeof systemTask>;

const openJob = object({
  nodeId: text,
  rootId: text,
  origin: origin,
  /** For a user task: which of its scripts the job runs. */
  part: optional(oneOf('in', 'out')),
  /** Its input, if no row of a store keeps it: the same for every call. */
  given: optional(createdJob),
});
export type OpenJob = ValueOf<typeof openJob>;

const askedCondition = object({
  nodeId: text,
  /** Index of the event definition that waits. */
  index: integer,
  number: integer,
  /** Same as for a job. */
  given: optional(createdJob),
});
export type AskedCondition = ValueOf<typeof askedCondition>;

const handledTask = object({
  taskId: text,
  nodeId: text,
  handler: text,
  /** Time of the press, for the report. */
  handledAt: number,
  /** Time when the step was applied, by our clock; the hold time of a report counts from it. */
  appliedAt: number,
  opinions: nullable(text),
  /** Display name of the handler, if no person handled it. */
  handlerName: nullable(text),
  /** Display name of the person who handled it; absent or null: unknown. */
  personName: optional(nullable(text)),
  /** Label of the button, or name of the event that ended the task. */
  handleStatus: text,
  /** False while its report is held back for a job it caused. */
  reported: flag,
  /** The person who got the task instead; null unless it was transferred. */
  turnHandler: nullable(text),
  /** The event that ended it, as a sentence names it; null if a person handled it. */
  endedBy: nullable(text),
  /** The groups that `handler` stands in for, because nobody handled it; absent: `handler` is a handler of the task. */
  standsInFor: optional(names),
  /** Whether a report named the task before: the task is shared, and another person had signed it. */
  again: flag,
  /** Present: a system task. */
  isSystem: optional(flag),
  /** It was closed for others who are asked for a while, or was the task of one of them; absent: neither. */
  panel: optional(
    oneOf(
      'delegated',
      'asked',
      'answered',
      'recalled',
      'claimed',
      'released',
      'sentBack',
      'resubmitted',
      'shared',
      'signed',
      'passedOn',
    ),
  ),
});
export type HandledTask = ValueOf<typeof handledTask>;

/** A task that was removed before anybody handled it, in the form for reports. */
const goneTask = object({
  taskId: text,
  nodeId: text,
  /** One of its handlers, or the person who stands in for its group, because the report must name somebody. */
  handler: text,
  standsInFor: optional(names),
  /** Why it was removed. */
  handleStatus: text,
  goneAt: number,
  /** What removed it, as a sentence names it; null if the whole instance was terminated or revoked. */
  takenBy: nullable(text),
  /** It is not reported while the report of this task is held back. */
  cause: origin,
});
export type GoneTask = ValueOf<typeof goneTask>;

const tally = object<MultiInstanceTally>({
  instances: number,
  completed: number,
  approvals: number,
  rejections: number,
  signers: optional(names),
  outputs: optional(list(anything)),
});
const size = object<MultiInstanceSize>({
  ...{ instances: count, elements: nullable(list(anything)) },
  added: optional(record(object<AddedIteration>({ taskId: text, by: nullable(text) }))),
});

const field = <T, Empty extends T>(shape: Shape<T>, empty: Empty) => ({ shape, empty: empty as T });

const LEDGER = {
  /** Number of tasks created so far; numbers the next one. */
  taskCount: field(count, 0),
  /** Open tasks by the token that waits for them, or by the seat at it. A task that its signers share has one token for each signer. */
  openTasks: field(record(openTask), {}),
  /** Who is asked for a while, by seat (`panel.ts`). Absent: nobody. */
  panels: field(optional(record(panel)), undefined),
  /** The user tasks that tokens have passed, by token and scope, if a node allows to send back to them. Absent: none does. */
  trails: field(optional(record(list(visit))), undefined),
  /** The open system task; null: there is none. */
  systemTask: field(nullable(systemTask), null),
  /** The nodes that system tasks have named since a person last acted. */
  systemNodes: field(names, []),
  /**
   * Variables of a press that the start or the diagram has set, so that no press does any more, by the call whose variables
   * they are among; of the instance: `''`. Absent: none.
   */
  ownPressVariables: field(optional(record(names)), undefined),
  /** Running jobs by the token that waits for them. */
  openJobs: field(record(openJob), {}),
  /** Lineage: the origin of every token and scope that can still cause something. */
  origins: field(record(origin), {}),
  /** Votes of running countersigns, by the token that arrived at the activity. */
  tallies: field(record(tally), {}),
  /** Sizes and elements of running multi-instances, as they were when each began, by the token that arrived at the activity. */
  sizes: field(record(size), {}),
  /** Handled tasks that a report may still name. */
  handled: field(record(handledTask), {}),
  lastHandledTaskId: field(origin, null),
  /**
   * Tasks that were removed before anybody handled them, and whose reports wait for that of the task that caused it, in
   * the order of the reports.
   */
  gone: field(list(goneTask), []),
  /** Whether a report has named the start, so that later reports can refer to it. */
  startReported: field(flag, false),
  /** Number of messages sent so far; numbers the next one. */
  messageCount: field(count, 0),
  /** Accounts that have handled a task, each once, in the order of their first task. */
  handledBy: field(names, []),
  /** Time-outs of open tasks for which a message must be sent, by task id; epoch milliseconds. */
  timeOuts: field(record(number), {}),
  /** Time since which the instance is suspended, in epoch milliseconds; null: it is not. */
  suspendedAt: field(nullable(number), null),
  /** Running scripts that decide whether an event fires, by the key of its wait. */
  asked: field(record(askedCondition), {}),
  /** Number of such scripts so far; numbers the next one. */
  askedCount: field(count, 0),
  /** Variables of called processes that have their own, by the scope of the call. */
  called: field(record(variables), {}),
  /** Computed names of nodes, as computed for the first task of each: the center has one name for a node in an instance. */
  nodeNames: field(record(text), {}),
  /** Results of the input mappings of user tasks when each was opened, by the token that waits for it. */
  taskInputs: field(record(variables), {}),
  /** Presses that completed a task whose scripts have not run yet, in order, by the token that waits. */
  pressed: field(record(pressedPart), {}),
  /**
   * Completed instances of services and sub-processes whose completion condition is a script that has not run yet, in
   * order, by the token that waits.
   */
  returned: field(record(returnedPart), {}),
};

/** What is known of an instance beside where its tokens are. Plain JSON, part of the snapshot. */
export type Ledger = { readonly [Name in keyof typeof LEDGER]: ValueOf<(typeof LEDGER)[Name]['shape']> };

const eachField = (part: 'shape' | 'empty') =>
  Object.fromEntries(Object.entries(LEDGER).map(([name, each]) => [name, each[part]]));

export const EMPTY_LEDGER = eachField('empty') as Ledger;
export const ledgerShape = object(
  eachField('shape') as { [Name in keyof Ledger]: Shape<Ledger[Name]> },
) as Shape<Ledger>;
