import type { InstanceStatus } from '../../protocol/instance-status.ts';
import { type AsText, readTexts, searchTextOf } from './columns.ts';

/** An instance, as callers see it. */
export interface InstanceView {
  /** Id of the instance; the ids of its tasks begin with it. */
  readonly instanceId: string;
  /** The version of its process that it runs. */
  readonly definitionId: string;
  /** Its process. */
  readonly processId: string;
  /** Whether it runs, is suspended, or how it ended. */
  readonly status: InstanceStatus;
  /** Account of the person it belongs to. */
  readonly initiator: string;
  /** Their name; null: the center looks it up. */
  readonly initiatorName: string | null;
  /** The host's own reference for the instance. */
  readonly businessKey: string | null;
  /** The key that makes its start idempotent. */
  readonly startKey: string | null;
  /** Time of the next step without a trigger from outside, in epoch milliseconds; null: none. */
  readonly wakeAt: number | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Epoch milliseconds; null: it has not ended. */
  readonly endedAt: number | null;
  /** Nodes that hold a token, each once, and the sub-processes and calls around them; empty after the end. */
  readonly currentNodes: readonly string[];
  /** The name of the transaction in the latest report that created tasks; null: it has none of its own. */
  readonly title: string | null;
  /** The summary of the transaction in that report, `title|content` each. */
  readonly summary: readonly string[];
}

/** An instance as it is stored. */
export interface InstanceRow extends InstanceView {
  /** The system task that the center refused to create: the instance goes on without one; null: none. */
  readonly refusedTaskId: string | null;
  /** JSON of the plugin's snapshot; null once the instance has ended. */
  readonly snapshot: string | null;
  /** JSON of the path of its tokens; unlike the snapshot it is kept after the end. */
  readonly path: string;
  /** Number of instances that started each other in a row by their messages and signals until this one; 0: started from outside. */
  readonly chain: number;
  /** Number of committed steps; prevents two steps on the same snapshot. */
  readonly revision: number;
}

/** Which instances a list holds; default: all. */
export interface InstanceFilter {
  /** The process. */
  readonly processId?: string;
  /** The version of the process; also those of definitions that extend it. */
  readonly definitionId?: string;
  /** Whether it runs, is suspended, or how it ended. */
  readonly status?: InstanceStatus;
  /** true: only those that have not ended; false: only ended ones. */
  readonly open?: boolean;
  /** The host's own reference. */
  readonly businessKey?: string;
  /** Account of the person it belongs to. */
  readonly initiator?: string;
  /** An account that is named as handler of one of its open tasks. */
  readonly handler?: string;
  /** A group that handles one of its open tasks. */
  readonly group?: string;
  /** A node that holds a token. */
  readonly nodeId?: string;
  /** Started at this time or later; epoch milliseconds. */
  readonly startedFrom?: number;
  /** Started before this time; epoch milliseconds. */
  readonly startedBefore?: number;
  /** A part of its title or summary, in any case. Reads all rows that the other filters leave. */
  readonly text?: string;
  /** true: only those with an open incident or a parked report. */
  readonly problem?: true;
}

/** How many instances of a definition have tokens at the same nodes. */
export interface TokenCount {
  readonly nodes: readonly string[];
  readonly instances: number;
}

/** What operators have to look at in an instance. */
export interface ProblemCount {
  readonly instanceId: string;
  readonly openIncidents: number;
  readonly parkedReports: number;
}

/** A leased instance that is due. The next lease increases `attempts`, a step increases `revision`. */
export interface WakeUp {
  readonly instanceId: string;
  /** The step that set `wakeAt`. */
  readonly revision: number;
  /** Attempts since `wakeAt` was set, including this one. */
  readonly attempts: number;
}

/** A message or signal that an instance waits for. */
export interface EventSubscription {
  readonly executionId: string;
  readonly kind: 'message' | 'signal';
  readonly name: string;
  /** For a message: its own key, else the business key of the instance; null: it must be sent to the instance by id. */
  readonly correlationKey: string | null;
}

/** How many instances of a process have not ended, and their open tasks. */
export interface OpenCount {
  readonly processId: string;
  readonly status: Extract<InstanceStatus, 'running' | 'suspended'>;
  readonly instances: number;
  readonly openTasks: number;
}

export interface InstanceRecord extends AsText<InstanceRow, 'currentNodes' | 'summary'> {
  /** Title and summary as `text` filters search them: one per line, in lower case. */
  readonly searchText: string;
  readonly wakeFreeAt: number | null;
  readonly wakeOwner: string | null;
  readonly wakeAttempts: number;
  /** Attempts that a step was begun for and that have not come back. */
  readonly wakeBegun: number;
  /** 1: it has ended, and all its rows except tasks have been deleted. */
  readonly cleared: number;
}

export interface SubscriptionRecord extends EventSubscription {
  readonly instanceId: string;
}

/** Omits the columns that only leases and retention use. */
export function readInstance(record: InstanceRecord): InstanceRow {
  const { wakeFreeAt: _free, wakeOwner: _owner, wakeAttempts: _attempts, wakeBegun: _begun, ...rest } = record;
  const { cleared: _cleared, searchText: _search, ...row } = rest;
  const place = { table: 'instances', id: record.instanceId };
  return {
    ...row,
    currentNodes: readTexts(record.currentNodes, place),
    summary: readTexts(record.summary, place),
  };
}

/** A step resets the lease of the wake-up; its holder has an older revision, so its step is lost. */
export function writeInstance(row: InstanceRow): InstanceRecord {
  return {
    ...row,
    currentNodes: JSON.stringify(row.currentNodes),
    summary: JSON.stringify(row.summary),
    searchText: searchTextOf([row.title, ...row.summary]),
    wakeFreeAt: row.status === 'running' ? row.wakeAt : null,
    wakeOwner: null,
    wakeAttempts: 0,
    wakeBegun: 0,
    cleared: 0,
  };
}
