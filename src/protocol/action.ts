import type { ActionType, HttpMethod } from './constants.ts';

/** A button of a pending task, in `next[].actions` (spec, Action item). */
export interface Action {
  /** The label. */
  name: string;
  /** One of the action types of the spec. */
  type: ActionType;
  /** The address that it calls or opens. */
  url: string;
  /** The HTTP method; required if the center calls it. */
  method?: HttpMethod | undefined;
  /** 1: it can be pressed in a batch. Default: 0. */
  allowMerge?: 0 | 1 | undefined;
  /** Sent with the press. */
  nextNodeKey?: string | undefined;
  /** 1: it opens a page; 0: the center calls it. */
  optType: 0 | 1;
}

/** A button of the task that was just handled. */
export interface PreviousAction extends Omit<Action, 'optType'> {
  /** `1`: it opens a page; `0`: the center calls it. */
  optType: '0' | '1';
  /** How often it can be used; missing: without limit. */
  times?: number | undefined;
}
