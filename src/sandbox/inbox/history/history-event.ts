import type { CenterTask } from '../../state/center-state.ts';
import { nameTask } from '../parts/task-title.ts';
import type { Times } from '../parts/times.tsx';
import type { Texts } from '../texts/en.ts';

const SECOND_MS = 1_000;

export type ShownTask = Omit<CenterTask, 'buttons'>;

/** One line of the history: who did what and when, with their opinion. */
export interface HistoryEvent {
  readonly key: string;
  /** Epoch milliseconds; NaN if it is not known. */
  readonly at: number;
  /** Account, or the name that the business system gave instead. */
  readonly who?: string;
  /** The account of `who`, or the name if the business system hides it. */
  readonly seed?: string;
  readonly what: string;
  readonly opinion?: string;
  /** The business system's text for the outcome. */
  readonly outcome?: string;
  readonly note?: string;
  readonly kind:
    | 'start'
    | 'handled'
    | 'changed'
    | 'pressed'
    | 'message'
    | 'event'
    | 'taken'
    | 'waiting'
    | 'suspended'
    | 'untold'
    | 'end';
  /** The task that the line is about. */
  readonly taskId?: string;
}

export interface HistoryWords {
  readonly texts: Texts;
  readonly times: Times;
  nameOf(account: string): string;
  /** The names of those who may handle a task. */
  handlersOf(task: ShownTask): string;
  /** The business system says that nobody handled it, although a report names a handler. */
  isUnhandled(taskId: string): boolean;
  /** What the business system has done with an open task, if its report has not arrived. */
  untold(taskId: string): 'handled' | 'ended' | undefined;
}

/** With its number, if it is not the first round. */
export function nameNode({ nodeName, repetition }: ShownTask, { texts }: HistoryWords): string {
  return nameTask({ nodeName, ...(repetition === undefined ? {} : { repetition }) }, texts);
}

/** Times of reports have no milliseconds. */
export function toSecond(at: number): number {
  return Math.floor(at / SECOND_MS) * SECOND_MS;
}
