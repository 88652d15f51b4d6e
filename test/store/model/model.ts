import type {
  IncidentRow,
  InstanceRow,
  JobRow,
  MessageRow,
  OutboxRow,
  PressKey,
  PressRow,
  StepCommit,
  TaskRow,
  TimerStartRow,
  WakeUp,
} from '../../../src/store/port.ts';
import { DEFINITION, NOON } from '../rows.ts';

/** A row that can be leased, and who has it. */
export type Leased<Row> = { -readonly [Field in keyof Row]: Row[Field] } & {
  /** From when it may be taken; null: never again. */
  freeAt: number | null;
  owner: string | null;
  /** Which lease was its latest; 0: none was. */
  lease: number;
};

export interface ModelInstance {
  row: InstanceRow;
  wake: { freeAt: number | null; owner: string | null; attempts: number; lease: number };
  subscriptions: StepCommit['subscriptions'];
  /** Over for so long that only its tasks are left of what belongs to it. */
  isCleared: boolean;
}

export interface ModelTask {
  readonly taskId: string;
  readonly instanceId: string;
  state: TaskRow['state'];
  isOpen: boolean;
  /** What the latest report says of it. */
  told: TaskRow['report'];
}

/** What somebody once got when they leased a row, and may come back with, however late. */
export interface Hand<Row> {
  readonly lease: number;
  readonly owner: string;
  readonly row: Row;
}

/**
 * What a store must hold after some operations, by the docstrings of the port alone. It knows of no query, index,
 * revision fence or count of attempts that a driver may tell holders by.
 */
export interface Model {
  now: number;
  /** Counts everything that is given a name. */
  made: number;
  /** Counts the leases. */
  leases: number;
  /** Of the one process, by definition, when another became the latest; null: it is that. */
  readonly definitions: Map<string, number | null>;
  /** Of the latest definition, by start event. Their numbers are 0 until the store has given them once. */
  readonly timerStarts: Map<string, Leased<TimerStartRow>>;
  readonly instances: Map<string, ModelInstance>;
  readonly jobs: Map<string, Leased<JobRow>>;
  readonly entries: Map<number, Leased<OutboxRow>>;
  /** Entries whose numbers the store has yet to be asked for, in their order. */
  unnumbered: Leased<OutboxRow>[];
  readonly messages: Map<string, Leased<MessageRow>>;
  readonly tasks: Map<string, ModelTask>;
  readonly presses: Map<string, PressRow>;
  readonly incidents: Map<string, { -readonly [Field in keyof IncidentRow]: IncidentRow[Field] }>;
  /** Names of what the steps wrote into the history of each instance. */
  readonly history: Map<string, string[]>;
  readonly hands: {
    readonly jobs: Hand<JobRow>[];
    readonly wakeUps: Hand<WakeUp>[];
    readonly entries: Hand<OutboxRow>[];
    readonly messages: Hand<MessageRow>[];
    readonly timerStarts: Hand<TimerStartRow>[];
  };
}

export function createModel(): Model {
  return {
    now: NOON,
    made: 0,
    leases: 0,
    definitions: new Map([[DEFINITION.definitionId, null]]),
    timerStarts: new Map(),
    instances: new Map(),
    jobs: new Map(),
    entries: new Map(),
    unnumbered: [],
    messages: new Map(),
    tasks: new Map(),
    presses: new Map(),
    incidents: new Map(),
    history: new Map(),
    hands: { jobs: [], wakeUps: [], entries: [], messages: [], timerStarts: [] },
  };
}

export function keyOf({ uuid, taskId, actionKey }: PressKey): string {
  return `${uuid} ${taskId} ${actionKey}`;
}

/** The definition that a start takes. */
export function latestOf({ definitions }: Model): string {
  const latest = [...definitions].find(([, supersededAt]) => supersededAt === null);
  if (latest === undefined) throw new Error('nothing is deployed');
  return latest[0];
}

/** The row as the port gives it. */
export function withoutLease<Row>({ freeAt: _free, owner: _owner, lease: _lease, ...row }: Leased<Row>): unknown {
  return row;
}

/** The entries that may go out at all: of each instance the oldest that is open, unless it is parked. */
export function headsOf(model: Model): Leased<OutboxRow>[] {
  const heads = new Map<string, Leased<OutboxRow>>();
  for (const entry of inOrder([...model.entries.values()], ({ seq }) => seq)) {
    if (entry.state !== 'pending' && entry.state !== 'parked') continue;
    if (!heads.has(entry.instanceId)) heads.set(entry.instanceId, entry);
  }
  return [...heads.values()].filter(({ state }) => state === 'pending');
}

/** Ordered by one thing after the other. */
export function inOrder<Row>(rows: readonly Row[], ...by: ((row: Row) => string | number)[]): Row[] {
  return rows.toSorted((one, other) => {
    for (const value of by) {
      if (value(one) < value(other)) return -1;
      if (value(one) > value(other)) return 1;
    }
    return 0;
  });
}

/** One of the values, by any number. */
export function pickBy<Value>(values: Iterable<Value>, number: number): Value {
  const list = [...values];
  const value = list[number % list.length];
  if (value === undefined) throw new Error('there is nothing to pick from');
  return value;
}
