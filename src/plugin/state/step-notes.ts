/** What a run notes while a step is under way, to be judged once it is at rest. */

import type { Scope } from '../../model/expressions/expression.ts';
import type { MessageTemplate } from '../../model/message-template.ts';
import type { MessageSendRequest } from '../../protocol/message-send.ts';
import type { LiveScope } from '../engine/live-scopes.ts';
import type { TokenTrace } from '../explain/note-moves.ts';
import type { EndingEvent } from '../explain/wording.ts';
import type { PathTrace } from '../outcome/note-path.ts';
import type { OpenTask, Origin, TimerValues } from './ledger.ts';

/** An interrupting event that was fired: what stood in `hostId` is gone, and what follows goes on from it. */
export interface Interruption {
  /** Stands for its origin until it is known which task it ended. */
  readonly placeholder: string;
  /** Execution of the host of a boundary event, or of the scope of an event sub-process. */
  readonly hostId: string;
  /** Tasks that were open when it was fired: what was gone before was ended by something else. */
  readonly openTaskIds: ReadonlySet<string>;
  readonly event: EndingEvent;
  /** The event as a sentence names it, with its kind. */
  readonly label: string;
  /** Where nothing of a person was interrupted. */
  readonly fallback: Origin;
}

/** The operation that ended an instance before its time. */
export interface EndedBy {
  readonly as: 'terminated' | 'revoked';
  /** Account of the person, or of the system. */
  readonly account: string;
  readonly opinions: string | null;
  /** Label of the button. */
  readonly handleStatus: string;
  /** False where the center knows already: its own button did it. */
  readonly reported: boolean;
  /** When the button was pressed, by the center's clock, epoch milliseconds; absent where code did it. */
  readonly pressedAt?: number;
}

/** A message that was thrown and that nothing in the instance waited for. */
export interface UnmatchedMessage {
  readonly nodeId: string;
  readonly name: string;
  readonly correlationKey: string | null;
}

/** A signal that was thrown: other instances hear it too, whether or not anything in this one does. */
export interface ThrownSignal {
  readonly nodeId: string;
  readonly name: string;
}

/** A task that others were told of. */
export interface Circulated {
  readonly taskId: string;
  readonly account: string;
  readonly to: readonly string[];
  readonly opinions: string | null;
}

/** A drawn message that a token reached, with the variables it saw there. */
export interface ThrownMessage {
  readonly nodeId: string;
  /** Execution of what throws it: its origin is known once the step is over. */
  readonly rootId: string | undefined;
  readonly template: MessageTemplate;
  readonly scope: Scope;
}

/** A message for the message center that a step sends. */
export interface ComposedMessage {
  /** Where it is drawn; the process's id for one of its end. */
  readonly nodeId: string;
  readonly request: MessageSendRequest;
}

/**
 * The record of one step: what happened in it, in the order in which it happened. Notes are added, and read once the
 * engine is at rest (`finish-step.ts`); nothing that decides the way of a token is kept here.
 */
export class StepNotes {
  /** Tasks handled in this step, or signed. */
  readonly justHandled = new Set<string>();
  /** Tasks that their signers share, and that a script has ended in this step before all had signed. */
  readonly justDecided = new Set<string>();
  /** Where the tasks were waited for that a press of this step completed, by task id. */
  readonly pressedIn = new Map<string, LiveScope>();
  /** Tasks that change hands in this step: who has them next, by the execution that waits. */
  readonly handedOver = new Map<string, Pick<OpenTask, 'origin' | 'handlers' | 'handlingGroups' | 'signedBy'>>();
  /** The origins of tasks whose inputs were computed in this step, by the execution that waits. */
  readonly openedFrom = new Map<string, Origin>();
  circulated: Circulated | undefined;

  /** Origin of the activity that completed last: of the end, once the instance has ended. */
  completedOrigin: Origin = null;
  /** Who ended the instance before its time. */
  endedBy: EndedBy | undefined;
  readonly interruptions: Interruption[] = [];
  readonly trace: TokenTrace = { moves: new Map(), ends: [], takers: [] };
  readonly path: PathTrace = { flows: new Set(), nodes: new Set(), undecided: new Set() };

  readonly unmatched: UnmatchedMessage[] = [];
  readonly signals: ThrownSignal[] = [];
  /** Drawn messages that were reached, until the step is finished. */
  readonly thrownMessages: ThrownMessage[] = [];
  /** For the message center, in the order in which they were reached. */
  readonly messages: ComposedMessage[] = [];
  /** When the timers that fired in this step were due: a further round of a cycle counts from it, and is the same cycle. */
  readonly rounds = new Map<string, { readonly at: number; readonly cycle: TimerValues | undefined }>();
  /** Keys of the waits whose scripts are to be asked once the step is done. */
  readonly toAsk = new Set<string>();
  /** How often something was set off, so that a loop in which nothing waits ends. */
  readonly repeats = new Map<string, number>();
}
