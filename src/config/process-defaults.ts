import * as z from 'zod';
import { ALLOWED_OPERATIONS, type AllowedOperation } from '../model/ttc/allowed-operations.ts';
import { account } from '../protocol/account.ts';
import type { AccountNames, ShapeOf } from '../read-options.ts';
import type { Catalogue } from '../texts/catalogue.ts';
import { names } from './expressions.ts';
import { operationUrl, text, urlTemplate, whenObject } from './fields.ts';

/** Values for what a diagram leaves out. */
export interface ProcessDefaults {
  /**
   * Accounts that handle a user task for which neither the diagram nor `assign` names anybody.
   * Expressions over the variables, such as `${initiator}`, are allowed; they are evaluated when a token reaches the
   * task. Default: none; diagrams with a task that names nobody are refused.
   */
  readonly handlers?: AccountNames;
  /** Groups that handle such a task instead of `handlers`, in the same form. */
  readonly handlingGroup?: AccountNames;
  /**
   * Account that reports name as the handler if no person acted, and that has the task while a process waits and nobody has
   * to act: an account of the service in the directory of the center, not a person's. Default: none; deploy names the
   * tasks that need one.
   */
  readonly systemHandler?: string;
  /** Display name of the bridge in such reports. Default: the one of `locale`, for `en` `System`. */
  readonly systemName?: string;
  /** Label of the button of a task after which no gateway defines buttons. Default: the one of `locale`, for `en` `Handle`. */
  readonly handleLabel?: string;
  /** Whether derived buttons may be pressed in a batch. Default: 0. */
  readonly allowMerge?: 0 | 1;
  /** Whether tasks can be delegated. Default: not sent, so that the center's own default (0) holds. */
  readonly canDelegate?: 0 | 1;
  /** Whether the center creates unknown transaction types. Default: not sent, so that its own default (false) holds. */
  readonly autoCreateTransType?: boolean;
  /**
   * Which operations (`delegate`, `addSigners`, `claim`) people may use on a task if neither it nor its process has
   * `ttc:allow`. Default: none.
   */
  readonly allow?: readonly AllowedOperation[];
  /** Address at which a task is handled on a PC: http or https; may contain placeholders such as {taskId} and {businessKey}, and `${…}`. Default: none. */
  readonly handleUrl?: string;
  /** Address at which a task is viewed on a PC, in the same form. */
  readonly viewUrl?: string;
  /** Address at which a task is handled on a phone, in the same form. */
  readonly mHandleUrl?: string;
  /** Address at which a task is viewed on a phone, in the same form. */
  readonly mViewUrl?: string;
  /** Address of your page where people carry out an operation on a task, in the same form; {operation} is its name as in `allow`. Default: none. */
  readonly operationUrl?: string;
  /** Also sends `mhandleUrl` and `mviewUrl`, next to `mHandleUrl` and `mViewUrl`; the spec shows both. Default: false. */
  readonly bothMobileSpellings?: boolean;
}

const flag = z.literal([0, 1]);
/** Option `defaults`. */
export const processDefaults = z
  .strictObject({
    handlers: names.optional(),
    handlingGroup: names.optional(),
    systemHandler: account.optional(),
    systemName: text.optional(),
    handleLabel: text.optional(),
    allowMerge: flag.default(0),
    canDelegate: flag.optional(),
    autoCreateTransType: z.boolean().optional(),
    allow: z.array(z.enum(ALLOWED_OPERATIONS)).optional(),
    handleUrl: urlTemplate.optional(),
    viewUrl: urlTemplate.optional(),
    mHandleUrl: urlTemplate.optional(),
    mViewUrl: urlTemplate.optional(),
    operationUrl: operationUrl.optional(),
    bothMobileSpellings: z.boolean().default(false),
  } satisfies ShapeOf<ProcessDefaults>)
  .refine(({ handlers, handlingGroup }) => handlers === undefined || handlingGroup === undefined, {
    path: ['handlingGroup'],
    error: 'must not be used together with handlers: a task goes to accounts or to groups',
    when: whenObject,
  })
  .transform(omitAbsent);

/** Adds the defaults that depend on the language. */
export function withTexts<Defaults extends object>(defaults: Defaults, texts: Catalogue) {
  return { systemName: texts['system.name'], handleLabel: texts['button.handle'], ...defaults };
}

type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Removes undefined values, because they would override a default when objects are spread. */
function omitAbsent<T extends object>(values: T): Present<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>;
}
