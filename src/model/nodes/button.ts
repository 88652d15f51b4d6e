/** Buttons of a task, and what a press of one does. */

import type { ActionType, HttpMethod } from '../../protocol/constants.ts';
import type { Expression } from '../expressions/expression.ts';

export interface Button {
  /** Unique in the node; part of the callback url; letters, digits, `_`, `-`, `.` only. */
  readonly key: string;
  readonly type: ActionType;
  readonly label: string;
  readonly optType: 0 | 1;
  readonly method: HttpMethod;
  readonly allowMerge: 0 | 1;
  readonly nextNodeKey?: string;
  /** Only for a button that opens a page: the address of the page, a template like the urls of the task. */
  readonly url?: string;
  readonly effect: ButtonEffect;
  /** A signer's vote, in a countersign with votes. */
  readonly vote?: Vote;
  /** The accounts to which a TRANSFER or CIRCULARIZE without a page goes: one, comma-separated, or an array. */
  readonly to?: Expression;
}

export interface CountedButton extends Button {
  /** How often it may be used per task; absent: unlimited. For buttons of handled tasks and of the process. */
  readonly times?: number;
}

/** Buttons that the diagram does not name: of who is asked for an opinion, or to whom a task was sent back, of a task of several, and of one that was claimed. */
export type OwnButton = 'opinion' | 'resubmit' | 'claim' | 'release';

export type Vote = 'approve' | 'reject';

/** What a press does before the task is completed. */
export type ButtonEffect =
  /** Completes the task; conditions decide what follows. */
  | { readonly kind: 'complete' }
  /** Completes the task and takes this flow of this gateway. */
  | { readonly kind: 'route'; readonly gatewayId: string; readonly flowId: string }
  /** Sets the variable that the gateway after the task tests, then completes the task. */
  | { readonly kind: 'set'; readonly variable: string; readonly value: string | number | boolean | null }
  /** One of our own: the task goes to others, or is answered. */
  | { readonly kind: OwnButton }
  /** Does not complete the task: an operation, or a button that fires an event of the process. */
  | { readonly kind: 'operation' };
