import * as z from 'zod';
import { JsonObject } from '../../../protocol/json-object.ts';
import { type AccountNames, accountNames, reader, type ShapeOf } from '../../../read-options.ts';
import { PANEL_RULES, type PanelRule } from '../../state/panel.ts';

/** Options of `press`. */
export interface PressOptions {
  /** The person who presses; must be a handler of the task. */
  readonly account: string;
  /**
   * Key or label of the button; a key wins over a label. `tasks.get` lists both. Default: the button that `nextNodeKey` names,
   * or the only one that handles the task.
   */
  readonly action?: string;
  /** Key of the button from its address, in place of `action`: a task without it answers `invalid`, or `stale` if it is closed. */
  readonly actionKey?: string;
  /** The person's opinion; becomes a variable of the process and part of the report. */
  readonly opinions?: string;
  /** The button's `nextNodeKey`: the id of what follows it. */
  readonly nextNodeKey?: string;
  /** Time of the press, in epoch milliseconds. Default: now. */
  readonly time?: number;
  /** Variables to set before the task is completed. Plain JSON, with the limits of those of `start`. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /**
   * Others who sign after this person, before the process goes on; the node has to allow `addSigners`. They have the buttons of
   * the task: whoever presses another one than this person decides at once, else the last one who has to sign.
   */
  readonly signersAfter?: {
    /** At most 20 accounts; `in-turn` in this order. */
    readonly to: AccountNames;
    /** Whether all of them sign, one is enough, or they sign one after the other. Default: `all`. */
    readonly rule?: PanelRule | undefined;
  };
}

const text = z.string().min(1);

/** @throws {InputError} `ERR_INPUT_INVALID` with the path of each problem */
export const readPressOptions = reader(
  z.strictObject({
    account: text,
    action: text.optional(),
    actionKey: text.optional(),
    opinions: z.string().optional(),
    nextNodeKey: text.optional(),
    time: z.int().nonnegative().optional(),
    variables: JsonObject.optional(),
    signersAfter: z.strictObject({ to: accountNames, rule: z.enum(PANEL_RULES).default('all') }).optional(),
  } satisfies ShapeOf<PressOptions>),
  'press',
);
