import * as z from 'zod';
import { account } from '../../../protocol/account.ts';
import { type AccountNames, accountNames, by, optionalReason, reader, type ShapeOf } from '../../../read-options.ts';
import { PANEL_RULES, type PanelRule } from '../../state/panel.ts';

/** Options of `transfer`. */
export interface TransferOptions {
  /** The person who transfers the task; must be one of its handlers. */
  readonly from: string;
  /** The person who gets the task. */
  readonly to: string;
  /** Opinion of the person who transfers the task; part of the report. */
  readonly opinions?: string;
}

/** Options of `circulate`. */
export interface CirculateOptions {
  /** The person who circulates the task; must be one of its handlers. */
  readonly from: string;
  /** The people who are informed. */
  readonly to: AccountNames;
  /** Opinion that is passed on to them. */
  readonly opinions?: string;
}

/** Options of `delegate`. */
export interface DelegateOptions {
  /**
   * The person who asks, and has the task again afterwards; must be one of its handlers, and the node has to allow
   * `delegate`. If left out, the host acts itself, which needs no permission.
   */
  readonly from?: string;
  /** The person who is asked. */
  readonly to: string;
  /** What that person should know; part of the report. */
  readonly opinions?: string;
}

/** Options of `addSigners`. */
export interface AddSignersOptions {
  /**
   * The person who asks, and has the task again afterwards; must be one of its handlers, and the node has to allow
   * `addSigners`. If left out, the host acts itself, which needs no permission.
   */
  readonly from?: string;
  /** The people who are asked, at most 20; `in-turn` in this order. */
  readonly to: AccountNames;
  /**
   * `before`: they give an opinion, and the task comes back. `beside`: they have the task too, with its buttons, and all of them
   * and `from`, which must be given, have to handle it; of a countersign with votes, one who rejects decides. `countersign`: a
   * parallel countersign has them as more signers. To have others sign after a press: `signersAfter` of `press`.
   * Default: `before`.
   */
  readonly position?: 'before' | 'beside' | 'countersign';
  /**
   * Of those who are asked `before`: whether all of them answer, one is enough, or they are asked one after the other.
   * Default: `all`.
   */
  readonly rule?: PanelRule;
  /** What they should know; part of the report. */
  readonly opinions?: string;
}

/** Options of `claim`. */
export interface ClaimOptions {
  /** The person who claims it; must be one of its handlers, and the node has to allow `claim`. */
  readonly account: string;
}

/** Options of `release`. */
export interface ReleaseOptions {
  /** The person who has claimed it. If left out, the host acts itself, for an operator. */
  readonly account?: string;
  /** The reason; stored with the task, and sent to the center with the report. */
  readonly reason?: string;
  /** Who does it, for the history, where an operator and not a person of the process does: a name. */
  readonly by?: string;
}

/** Options of `sendBack`. */
export interface SendBackOptions {
  /** The person who sends it back, and has the task again afterwards; must be one of its handlers. */
  readonly account: string;
  /** The node of an earlier task, one of `sendBackTargets`. Who handled that gets the task. */
  readonly to: string;
  /** What is to be changed; part of the report. */
  readonly opinions?: string;
}

/** Options of `recall`. */
export interface RecallOptions {
  /** The person who recalls; must be the one who has asked. If left out, the host acts itself, for an operator. */
  readonly account?: string;
  /** The reason; stored with the tasks, and sent to the center with the report. */
  readonly reason?: string;
  /** Who does it, for the history, where an operator and not a person of the process does: a name. */
  readonly by?: string;
}

/** Options of `reassign`. Pass exactly one of `handlers` and `handlingGroup`. */
export interface ReassignOptions {
  /** The new handlers of the task. */
  readonly handlers?: AccountNames;
  /** Or groups whose members may handle the task. */
  readonly handlingGroup?: AccountNames;
  /** The reason; stored with the task, and sent to the center with the report. */
  readonly reason?: string;
  /** Assigns the task of a countersign also to a person who has another vote in it. Default: false. */
  readonly force?: boolean;
  /** Who does it, for the history: the name of a person or a program. */
  readonly by?: string;
}

/** Options of operations on a whole instance. */
export interface OperationOptions {
  /**
   * The person who acts; needs the same right as for the center's button. If left out, the host acts itself, for an
   * operator whose rights the host has checked.
   */
  readonly account?: string;
  /** The reason; stored with the tasks, and sent to the center with the report. */
  readonly reason?: string;
  /** Who does it, for the history, where an operator and not a person of the process does: a name. */
  readonly by?: string;
}

/** Options of `setVariables`. */
export interface VariablesOptions {
  /** The call activity, to set the variables of its called process, if that has its own. */
  readonly callId?: string;
  /** Who does it, for the history: the name of a person or a program. */
  readonly by?: string;
}

const opinions = z.string().optional();

export const operationShape = {
  account: account.optional(),
  reason: optionalReason,
  by,
} satisfies ShapeOf<OperationOptions>;

/** Each throws {@link InputError} `ERR_INPUT_INVALID` with the path of every problem. */
export const readTransferOptions = reader(
  z.strictObject({ from: account, to: account, opinions } satisfies ShapeOf<TransferOptions>),
  'transfer',
);
export const readCirculateOptions = reader(
  z.strictObject({ from: account, to: accountNames, opinions } satisfies ShapeOf<CirculateOptions>),
  'circulate',
);
export const readDelegateOptions = reader(
  z.strictObject({ from: account.optional(), to: account, opinions } satisfies ShapeOf<DelegateOptions>),
  'delegate',
);
export const readAddSignersOptions = reader(
  z
    .strictObject({
      ...{ from: account.optional(), to: accountNames, rule: z.enum(PANEL_RULES).optional(), opinions },
      position: z.enum(['before', 'beside', 'countersign']).optional(),
    } satisfies ShapeOf<AddSignersOptions>)
    .refine(({ position, from }) => position !== 'beside' || from !== undefined, {
      path: ['from'],
      error: 'is needed with `position: "beside"`: that person handles the task too',
    })
    .refine(({ position = 'before', rule = 'all' }) => position === 'before' || rule === 'all', {
      path: ['rule'],
      error: 'is for those who are asked before',
    }),
  'addSigners',
);
export const readClaimOptions = reader(z.strictObject({ account } satisfies ShapeOf<ClaimOptions>), 'claim');
export const readReleaseOptions = reader(
  z
    .strictObject({ account: account.optional(), reason: optionalReason, by } satisfies ShapeOf<ReleaseOptions>)
    .default({}),
  'release',
);
export const readSendBackOptions = reader(
  z.strictObject({ account, to: z.string().min(1), opinions } satisfies ShapeOf<SendBackOptions>),
  'sendBack',
);
export const readRecallOptions = reader(
  z
    .strictObject({ account: account.optional(), reason: optionalReason, by } satisfies ShapeOf<RecallOptions>)
    .default({}),
  'recall',
);
export const readReassignOptions = reader(
  z
    .strictObject({
      ...{
        handlers: accountNames.optional(),
        handlingGroup: accountNames.optional(),
        reason: optionalReason,
        force: z.boolean().optional(),
        by,
      },
    } satisfies ShapeOf<ReassignOptions>)
    .refine(({ handlers, handlingGroup }) => (handlers === undefined) !== (handlingGroup === undefined), {
      path: ['handlers'],
      error: 'give one of handlers and handlingGroup',
    }),
  'reassign',
);
export const readVariablesOptions = reader(
  z.strictObject({ callId: z.string().min(1).optional(), by } satisfies ShapeOf<VariablesOptions>).default({}),
  'setVariables',
);
