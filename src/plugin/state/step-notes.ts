/** Notes of a run during a step, evaluated when the net is at rest. */

import type { Scope } from '../../model/expressions/expression.ts';
import type { MessageTemplate } from '../../model/message-template.ts';
import type { Id } from '../../net/state.ts';
import type { MessageSendRequest } from '../../protocol/message-send.ts';
import type { TokenTrace } from '../explain/note-moves.ts';
import type { EndingEvent } from '../explain/wording.ts';
import type { PathTrace } from '../outcome/note-path.ts';
import type { RepeatedSigners } from '../tokens/multi-instance/signers.ts';
import type { OpenTask, Origin } from './ledger.ts';

/** An interrupting event that fired: everything in `hostId` was cancelled, and what follows continues from the event. */
export interface Interruption {
  /** Placeholder for its origin until it is known which task it ended. */
  readonly placeholder: string;
  /** The token in the host of a boundary event, or the scope of an event sub-process. */
  readonly hostId: string;
  /** Tasks that were open when it fired: tasks removed before that were ended by something else. */
  readonly openTaskIds: ReadonlySet<string>;
  readonly event: EndingEvent;
  /** The event as a sentence names it, with its kind. */
  readonly label: string;
  /** The task that caused it and that is reported with what follows; undefined: the oldest task that it ended is. */
  readonly causedBy: string | undefined;
  /** The origin if no task was interrupted. */
  readonly fallback: Origin;
}

/** The operation that terminated or revoked an instance. */
export interface EndedBy {
  readonly as: 'terminated' | 'revoked';
  /** Account of the person, or of the system. */
  readonly account: string;
  readonly opinions: string | null;
  /** Label of the button. */
  readonly handleStatus: string;
  /** False if the center already knows, because its own button did it. */
  readonly reported: boolean;
  /** Time of the press by the center's clock, in epoch milliseconds; absent if it was done from code. */
  readonly pressedAt?: number;
}

/** A thrown message for which nothing in the instance was waiting. */
export interface UnmatchedMessage {
  readonly nodeId: string;
  readonly name: string;
  readonly correlationKey: string | null;
}

/** A thrown signal: other instances receive it too, whether or not anything in this one does. */
export interface ThrownSignal {
  readonly nodeId: string;
  readonly name: string;
}

/** A task that was circulated. */
export interface Circulated {
  readonly taskId: string;
  readonly account: string;
  readonly to: readonly string[];
  readonly opinions: string | null;
}

/** A message of the diagram that a token reached, with the variables at that moment. */
export interface ThrownMessage {
  readonly nodeId: string;
  /** The throwing token: its origin is known at the end of the step. */
  readonly rootId: Id;
  readonly template: MessageTemplate;
  readonly scope: Scope;
}

/** A message for the message center that a step sends. */
export interface ComposedMessage {
  /** Its node in the diagram; the id of the process for a notice at the end. */
  readonly nodeId: string;
  readonly request: MessageSendRequest;
}

/**
 * The record of one step: what happened in it, in the order in which it happened. Notes are added, and read once the
 * net is at rest (`finish-step.ts`). Nothing here decides the path of a token.
 */
export class StepNotes {
  /** Tasks that were handled or signed in this step. */
  readonly justHandled = new Set<string>();
  /** Shared tasks that a script ended in this step before all had signed. */
  readonly justDecided = new Set<string>();
  /** The scopes of the tasks that a press of this step completed, by task id. */
  readonly pressedIn = new Map<string, Id>();
  /** Tasks that others get in this step, by seat. */
  readonly handedOver = new Map<
    string,
    Pick<OpenTask, 'origin' | 'handlers' | 'handlingGroups' | 'signedBy' | 'panel' | 'dueAt'>
  >();
  /** The origins of tasks whose inputs were computed in this step, by the execution that waits. */
  readonly openedFrom = new Map<string, Origin>();
  circulated: Circulated | undefined;

  /** Origin of the activity that completed last; the origin of the end, once the instance has ended. */
  completedOrigin: Origin = null;
  /** The operation that terminated or revoked the instance. */
  endedBy: EndedBy | undefined;
  readonly interruptions: Interruption[] = [];
  readonly trace: TokenTrace = { moves: new Map(), fired: new Map(), ends: [], cancellations: [] };
  readonly path: PathTrace = { flows: new Set(), nodes: new Set() };

  readonly unmatched: UnmatchedMessage[] = [];
  readonly signals: ThrownSignal[] = [];
  /** Rounds that began in this step with an account that stands several times in their lists. */
  readonly repeatedSigners: RepeatedSigners[] = [];
  /** Messages of the diagram that were reached, until the step is finished. */
  readonly thrownMessages: ThrownMessage[] = [];
  /** Messages for the message center, in the order in which they were reached. */
  readonly messages: ComposedMessage[] = [];
  /** Keys of the waits whose scripts must run after the step. */
  readonly toAsk = new Set<string>();
}
