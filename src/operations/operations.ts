/**
 * What an operator can do, said once: the methods of the bridge, the command line with its help, the routes of the operators'
 * page and its forms follow from it. To add one, add it here; the compiler names what else it needs.
 */
import type {
  OperationOptions,
  ReassignOptions,
  RecallOptions,
  VariablesOptions,
} from '../plugin/apply/operations/operation-options.ts';
import { wasAsked } from '../plugin/state/panel.ts';
import type { TaskPanel } from '../protocol/task-view.ts';
import { type Field, type Fields, type FieldsOf, fieldOf } from './field.ts';
import { LISTS, type ListName } from './lists.ts';
import type {
  AcknowledgeReportOptions,
  MigrateOptions,
  ResolveIncidentOptions,
  RetryReportOptions,
  SkipMessageOptions,
  SkipReportOptions,
  TerminateOptions,
} from './options.ts';

/** An operation on a row of a list, or on several. */
export interface Operation {
  /** The list of the rows that it works on. */
  readonly on: ListName;
  /** What it does: the first sentence of its documentation. */
  readonly text: string;
  /** Its outcome, after the name or the number of the rows. */
  readonly done: string;
  /** Whether it cannot be taken back. */
  readonly destroys?: true;
  /** The right that a person needs on the operators' page, an option of what `admin.authorize` returns. */
  readonly right: 'mayOperate' | 'mayModify';
  /** Beside who does it, which each has. What only code can say, such as corrections of a message, is left out. */
  readonly options: Fields;
  /** The states of rows that it can be done to; absent: any. Of an incident, its kind. */
  readonly states?: readonly string[];
  /** Of several: what the rows have in common, beside the filter that chooses them. Absent: it is not done to several. */
  readonly several?: Readonly<Record<string, string | boolean>>;
  /** Whether it is done to all rows when none is named. */
  readonly mayBeAll?: true;
  /**
   * Whether it needs a step of the instance, and so the options of the service: the command line requests it, and a service
   * fulfils that.
   */
  readonly inStep?: true;
}

/** The options that an operator is asked for. */
type Asked<Options, OnlyInCode extends keyof Options = never> = FieldsOf<Omit<Options, 'by' | 'account' | OnlyInCode>>;

const why = { ...fieldOf('words', 'reason <text>', 'The reason, for the record.'), isRequired: true } as const;
const reason = fieldOf(
  'words',
  'reason <text>',
  'The reason; stored with the tasks, and sent to the center with the report.',
);
const suspension = { reason } satisfies Asked<OperationOptions>;

export const OPERATIONS = {
  'instances.suspend': {
    on: 'instances',
    text: 'Suspends an instance: presses are refused, services are not called, and timers keep their remaining time.',
    done: 'suspended',
    right: 'mayOperate',
    options: suspension,
    states: ['running'],
    several: { status: 'running' },
    inStep: true,
  },
  'instances.activate': {
    on: 'instances',
    text: 'Resumes a suspended instance; its timers have their remaining time.',
    done: 'activated',
    right: 'mayOperate',
    options: suspension,
    states: ['suspended'],
    several: { status: 'suspended' },
    inStep: true,
  },
  'instances.terminate': {
    on: 'instances',
    text: 'Terminates an instance: open tasks become TERMINATED, jobs are cancelled, and `end` is reported to the center.',
    done: 'terminated',
    destroys: true,
    right: 'mayOperate',
    options: {
      force: fieldOf('yes', 'force', 'Ends the instance by its stored rows, without the diagram.'),
      reason: { ...reason, isRequired: true },
    } satisfies Asked<TerminateOptions>,
    states: ['running', 'suspended'],
    several: { open: true },
    inStep: true,
  },
  'instances.setVariables': {
    on: 'instances',
    text: 'Sets variables of an instance; others keep their values.',
    done: 'changed',
    right: 'mayModify',
    options: {
      variables: { ...fieldOf('json', 'variables <json>', 'The variables and their values.'), isRequired: true },
      callId: fieldOf(
        'text',
        'call <id>',
        'The call activity, to set the variables of its called process, if that has its own.',
      ),
    } satisfies Asked<VariablesOptions & { readonly variables: object }>,
    states: ['running', 'suspended'],
    several: { open: true },
    inStep: true,
  },
  'instances.migrate': {
    on: 'instances',
    text: 'Migrates open instances to another version of their process.',
    done: 'migrated',
    right: 'mayModify',
    options: {
      to: {
        ...fieldOf('text', 'to <definition>', 'The definition that the instances run from now on.'),
        isRequired: true,
      },
      nodes: fieldOf('json', 'nodes <json>', 'The nodes of `to` that tokens come to, by the nodes where they are.'),
    } satisfies Asked<MigrateOptions, 'instanceIds' | 'from' | 'dryRun' | 'limit' | 'after'>,
    states: ['running'],
    several: { status: 'running' },
    inStep: true,
  },
  'tasks.reassign': {
    on: 'tasks',
    text: 'Assigns a task to other people or groups, on behalf of an operator.',
    done: 'reassigned',
    right: 'mayModify',
    options: {
      handlers: fieldOf('names', 'handlers <accounts>', 'The new handlers of the task.'),
      handlingGroup: fieldOf('names', 'groups <groups>', 'Or groups whose members may handle the task.'),
      reason: { ...why, text: 'The reason; stored with the task, and sent to the center with the report.' },
      force: fieldOf('yes', 'force', 'Assigns the task of a countersign also to a person who has another vote in it.'),
    } satisfies Asked<ReassignOptions>,
    states: ['IN_PROGRESS'],
    several: { open: true },
    inStep: true,
  },
  'tasks.recall': {
    on: 'tasks',
    text: 'Recalls what was delegated or sent back, or those who were asked or added.',
    done: 'recalled',
    right: 'mayOperate',
    options: { reason: { ...reason, isRequired: true } } satisfies Asked<RecallOptions>,
    states: ['IN_PROGRESS'],
    inStep: true,
  },
  'definitions.makeLatest': {
    on: 'definitions',
    text: 'Makes a deployed definition the latest of its process again, which new instances get; running instances keep theirs.',
    done: 'is the latest',
    right: 'mayModify',
    options: {},
  },
  'definitions.undeploy': {
    on: 'definitions',
    text: 'Undeploys a definition that no open instance runs: it cannot be started any more, and its timer starts are gone.',
    done: 'undeployed',
    destroys: true,
    right: 'mayModify',
    options: {},
    several: {},
  },
  'outbox.retry': {
    on: 'outbox',
    text: 'Sends a parked report again, with as many attempts as a new one; the reports of its instance that wait behind it follow.',
    done: 'sent again',
    right: 'mayOperate',
    options: {
      handler: {
        ...fieldOf(
          'text',
          'handler <account>',
          'The account that the report names as the handler of the task, or as the initiator of the process.',
        ),
        right: 'mayModify',
      },
    } satisfies Asked<RetryReportOptions, 'handlers'>,
    states: ['parked'],
    several: { state: 'parked' },
  },
  'outbox.skip': {
    on: 'outbox',
    text: 'Skips a report that is parked or waits for its next attempt: it is not sent any more, and those behind it go on.',
    done: 'skipped',
    destroys: true,
    right: 'mayOperate',
    options: { reason: why } satisfies Asked<SkipReportOptions>,
    states: ['parked', 'pending'],
    several: { state: 'parked' },
  },
  'outbox.acknowledge': {
    on: 'outbox',
    text: 'Marks an unconfirmed report as checked by a person, who has looked at its tasks in the center.',
    done: 'acknowledged',
    right: 'mayOperate',
    options: {
      reason: { ...why, text: 'What was found in the center, for the record.' },
    } satisfies Asked<AcknowledgeReportOptions>,
    states: ['unconfirmed'],
    several: { state: 'unconfirmed' },
  },
  'outbox.now': {
    on: 'outbox',
    text: 'Makes due at once what waits for its next attempt, all reports or one.',
    done: 'due now',
    right: 'mayOperate',
    options: {},
    states: ['pending'],
    mayBeAll: true,
  },
  'messages.retry': {
    on: 'messages',
    text: 'Sends a parked message again, with its `sendId` and as many attempts as a new one.',
    done: 'sent again',
    right: 'mayOperate',
    options: {},
    states: ['parked'],
    several: { state: 'parked' },
  },
  'messages.skip': {
    on: 'messages',
    text: 'Skips a message that is parked or waits for its next attempt: it is not sent any more.',
    done: 'skipped',
    destroys: true,
    right: 'mayOperate',
    options: { reason: why } satisfies Asked<SkipMessageOptions>,
    states: ['parked', 'pending'],
    several: { state: 'parked' },
  },
  'jobs.retry': {
    on: 'jobs',
    text: 'Makes a job due at once that has failed, or that waits for its next attempt.',
    done: 'due at once',
    right: 'mayOperate',
    options: {},
    states: ['failed', 'queued'],
    several: { state: 'failed' },
  },
  'incidents.retry': {
    on: 'incidents',
    text: 'Retries at once what failed: a service or script, a message or signal without a receiver, a timer, or a start by a timer.',
    done: 'retried',
    right: 'mayOperate',
    options: {},
    states: ['job', 'wake', 'start', 'restore'],
    several: { open: true },
  },
  'incidents.resolve': {
    on: 'incidents',
    text: 'Closes an incident that nothing else would close.',
    done: 'resolved',
    right: 'mayOperate',
    options: {
      reason: { ...why, text: 'What was done instead, for the record.' },
    } satisfies Asked<ResolveIncidentOptions>,
    states: ['press', 'restore'],
    several: { open: true },
  },
} as const satisfies Readonly<Record<`${ListName}.${string}`, Operation>>;

export type OperationName = keyof typeof OPERATIONS;
/** The operations that a service fulfils when the command line requests them. */
export type RequestedName = {
  [Name in OperationName]: (typeof OPERATIONS)[Name] extends { readonly inStep: true } ? Name : never;
}[OperationName];

/** The name of an operation as one word, after that of its list: a button, an action of the command line, a route. */
export const verbOf = (name: OperationName): string => name.slice(name.indexOf('.') + 1);

export const OPERATION_NAMES = Object.keys(OPERATIONS) as readonly OperationName[];

/** The operations on rows of a list. */
export function operationsOn(list: ListName): readonly OperationName[] {
  return OPERATION_NAMES.filter((name) => OPERATIONS[name].on === list);
}

/** The fields that choose several rows: those of their list without what the rows have in common. */
export function choiceOf(name: OperationName): Fields {
  const { on, several = {}, states = [] }: Operation = OPERATIONS[name];
  const fields: Readonly<Record<string, Field>> = LISTS[on];
  const fixed = new Set(['open', 'status', 'state']);
  const chosen = Object.entries(fields).filter(([field]) => !fixed.has(field));
  const { state } = fields;
  const isStateChosen = state !== undefined && 'state' in several && states.length > 1;
  return Object.fromEntries([...(isStateChosen ? [['state', { ...state, oneOf: states }] as const] : []), ...chosen]);
}

/**
 * What chooses several, of a filter of their list; undefined if the filter asks for rows that the operation is not done to,
 * or that it does not choose by.
 */
export function chooseSeveral(
  name: OperationName,
  filter: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | undefined {
  const { several = {}, mayBeAll }: Operation = OPERATIONS[name];
  const choice = mayBeAll ? {} : choiceOf(name);
  // What can be done to several is done to open ones.
  const { open, ...others } = filter;
  if (open !== undefined && open !== 'true') return undefined;
  const chosen = Object.entries(others).filter(([field]) => field in choice);
  const isChosen = chosen.every(([field, value]) => choice[field]?.oneOf?.includes(value) ?? true);
  const isSame = Object.entries(others).every(([field, value]) => field in choice || String(several[field]) === value);
  return isChosen && isSame ? Object.fromEntries(chosen) : undefined;
}

/** The state of a row that decides what can be done to it; each list has one or two of these. */
export interface Stated {
  readonly undeployedAt?: number | null;
  readonly openInstances?: number;
  readonly isLatest?: boolean;
  readonly state?: string;
  readonly status?: string;
  readonly kind?: string;
  readonly resolvedAt?: number | null;
  readonly panel?: TaskPanel | null;
}

/** What can be done to a row, such as for its buttons. */
export function isPossible(name: OperationName, row: Stated): boolean {
  const { on, states }: Operation = OPERATIONS[name];
  if (on === 'definitions' && row.undeployedAt !== null) return false;
  if (name === 'tasks.recall' && !wasAsked(row.panel)) return false;
  if (name === 'definitions.makeLatest') return row.isLatest === false;
  if (name === 'definitions.undeploy') return row.openInstances === 0;
  if (on === 'incidents') return row.resolvedAt === null && states?.includes(row.kind ?? '') === true;
  // A report as the page has it has a status as well, which is that of the item.
  const state = on === 'instances' ? row.status : row.state;
  return states === undefined || states.includes(state ?? '');
}

/**
 * Whether a row is among several that are chosen. What is in doubt after a restore is closed by a retry and by a resolution,
 * so among several that must be asked for by its code.
 */
export function isAmongSeveral(name: OperationName, row: Stated, choice: Readonly<Record<string, unknown>>): boolean {
  if (row.kind === 'restore' && choice.code !== 'ERR_RESTORED') return false;
  return isPossible(name, row);
}
