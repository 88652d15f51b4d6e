import type { AnswerHook } from '../callback/callback-handler.ts';
import type { Assign, Identity, ScriptFunction, ServiceFunction } from '../host.ts';
import type { Logger } from '../logger.ts';
import type { MessageTypes } from '../messages/message-types.ts';
import type { ExpressionFunction } from '../model/expressions/host-functions.ts';
import type { Channel } from '../protocol/constants.ts';
import type { StatusTimeForm } from '../protocol/task-status.ts';
import type { Locale } from '../texts/read-locale.ts';
import type { CipherOptions } from './cipher-options.ts';
import type { IdTokenOptions } from './id-token-options.ts';

/** What `createBridge` is given. Unknown options are refused, and all problems are reported at once. */
export interface BridgeOptions {
  /** Where the center is, and who the bridge is there. */
  readonly center: CenterOptions;
  /** Where the center reaches the bridge, and what is accepted there. */
  readonly callback: CallbackOptions;
  /** Who belongs to a group. `trust-center`: whoever the center lets press is taken for a member. No default. */
  readonly identity: Identity | 'trust-center';
  /**
   * The database: `sqlite:<file>`, e.g. `sqlite:./bridge.db`; `sqlite::memory:`, which forgets all at the end; or
   * `postgres://user:password@host/database`, which any number of bridges may share, also behind a pooler.
   */
  readonly store: string;
  /** The functions that service tasks call, by name. Default: none. */
  readonly services?: Readonly<Record<string, ServiceFunction>>;
  /**
   * Runs the scripts of script tasks, of conditions, inputs and outputs, in a sandbox of your own: a script is
   * code of whoever drew the process. That of a condition returns true or false. Default:
   * none, and a drawing with scripts is refused.
   */
  readonly scripts?: ScriptFunction;
  /** What expressions of drawings may call. */
  readonly expressions?: ExpressionOptions;
  /**
   * Says who handles a user task that names nobody in the drawing, or whose sources there are all empty when it is
   * reached. Pure and synchronous. Where it names nobody, `defaults.handlers` or `defaults.handlingGroup` do; where it
   * throws or answers anything else, the step fails with `ERR_NO_HANDLER`. Default: none.
   */
  readonly assign?: Assign;
  /**
   * What the message types of the center are, by code: then the channels of a message and the variables of its template
   * are checked before it leaves. Default: none.
   */
  readonly messageTypes?: MessageTypes;
  /**
   * What people are told a task is circulated to, where the drawing has no `ttc:notify on="circulated"`. Default: none;
   * then a circulation is only recorded.
   */
  readonly circulation?: CirculationOptions;
  /** For processes that say nothing themselves. */
  readonly defaults?: ProcessDefaults;
  /**
   * The language of what the bridge itself says to people in the center: answers to buttons, statuses, default labels and
   * its name; or all of these texts, your own, by name. What drawings say stays as drawn; the log, incidents and problems
   * are English. Default: `en`.
   */
  readonly locale?: Locale;
  /** Last word on the label of every button, and on statuses of ours, e.g. to translate it. Default: labels stay as drawn. */
  readonly translateLabel?: (label: string) => string;
  /** IANA name of the zone that the center reads and writes times in. Default: `Asia/Shanghai`. */
  readonly timeZone?: string;
  /** Gives the present in epoch milliseconds. Default: the clock of the machine, on PostgreSQL that of the database. */
  readonly clock?: () => number;
  /** Where the bridge writes what an operator has to know. Default: warnings and errors go to the console. */
  readonly logger?: Logger;
  /** How reports and messages are sent to the center, and tried again. */
  readonly outbox?: OutboxOptions;
  /** How services are called, and tried again. */
  readonly jobs?: JobOptions;
  /** How long what is over is kept. Nothing is kept for ever but what is not over. */
  readonly retention?: RetentionOptions;
  /**
   * How long the report of a handled task waits for a service behind it, so that both are told as one; then the task
   * is reported `none` and what follows comes later. Milliseconds, 0 or more. Default: 10 000.
   */
  readonly reportHoldMs?: number;
}

/** What expressions of drawings may call beside what they bring along. */
export interface ExpressionOptions {
  /**
   * By the name that drawings call them by: `decide` for `${decide(x)}` and `=decide(x)`, `bean.method` for
   * `${bean.method(x)}`, `bean.property` for `${bean.property}`. Each has to be pure and synchronous: it is called inside
   * a step, which may be run again, with plain JSON, and gives plain JSON. One that throws, or returns something else,
   * fails the step with `ERR_EXPRESSION_FAILED`. `deploy` refuses drawings that call what is not here. Default: none.
   */
  readonly functions?: Readonly<Record<string, ExpressionFunction>>;
}

/** The center, and the bridge as its client (spec, Authentication). */
export interface CenterOptions {
  /** The spec's {base_url}, http or https; a slash at the end makes no difference. */
  readonly baseUrl: string;
  /** The spec's {auth_url}, likewise. */
  readonly authUrl: string;
  /** The spec's client_id, as the open platform gave it. */
  readonly clientId: string;
  /** The spec's client_secret. It stands in no log and no error. */
  readonly clientSecret: string;
  /** The scopes that the access token is requested for. Default: all three of the spec. */
  readonly scopes?: readonly string[];
  /** Application id of the bridge in the center; part of every signature of a callback address. */
  readonly appId: string;
  /** How long one call may take, in milliseconds. Default: 10 000. */
  readonly timeoutMs?: number;
  /**
   * Whether the center concludes a transaction by itself after its own BREAK_UP and REVOKE buttons ("each action type
   * has its own follow-up"); false: the bridge reports `end`. What `bridge.terminate` and `bridge.revoke` end is always
   * reported. Default: true.
   */
  readonly concludesItself?: boolean;
  /**
   * Whether tasks are reported that vanished without being handled and that nothing leads on from, such as those of the
   * others in a countersign that is decided early: `none`, with the bridge's name as handlerName and the reason as
   * handleStatus, so that a center that takes a task off the list for `none` does so at once. false: they are off the
   * lists once the center asks for their status. Default: true.
   */
  readonly reportGone?: boolean;
  /** Writes `signOff` of a message into its `data` too, where one sample of the spec has it. Default: false. */
  readonly signOffInData?: boolean;
}

/** What the center calls. */
export interface CallbackOptions {
  /** Where `bridge.fetch` is mounted, as the center reaches it, with its prefix; http or https. */
  readonly publicUrl: string;
  /**
   * Keys of the callback addresses: the first signs, all are accepted. To change keys put the new one first and keep
   * the old one while tasks with its addresses are open.
   */
  readonly signingKeys: readonly SigningKeyOptions[];
  /**
   * How bodies are encrypted: a recipe, or a function of body and headers that gives the parameters. Buttons that call
   * by GET are held to it too: their cipher text stands in the query, in field `data` or the one the recipe names.
   */
  readonly cipher: CipherOptions;
  /** Whether header x-id-token belongs to the account: keys of the issuer, or a function. No default. */
  readonly idToken: IdTokenOptions;
  /** Larger calls are answered 413. Bytes. Default: 65 536. */
  readonly maxBodyBytes?: number;
  /** The same of the task-status callback, which names many tasks at once. Bytes. Default: 4 194 304. */
  readonly maxStatusBodyBytes?: number;
  /**
   * What the task-status callback says of a task that the bridge has never seen. `TERMINATED` lets the center clear
   * tasks of a database that is gone; it is wrong where several bridges share an application. Default: `IN_PROGRESS`.
   */
  readonly unknownTaskStatus?: 'IN_PROGRESS' | 'TERMINATED';
  /**
   * How the task-status callback writes times: as everywhere else, or in the short form that the spec shows there, a
   * year of two digits and the hours from 00 to 23. Default: `yyyy-MM-dd HH:mm:ss`.
   */
  readonly statusTimeForm?: StatusTimeForm;
  /**
   * Gives the diagram of a task at `bridge.diagramUrl()`, for whoever shows tasks to people. Default: false, there is no
   * such address.
   */
  readonly diagrams?: boolean;
  /** Replaces the bridge's answer to a button by a response of the host's. Default: `{code, message, data}`. */
  readonly answer?: AnswerHook;
}

/** A key that signs the addresses of buttons. */
export interface SigningKeyOptions {
  /** Stands in the address: letters, digits, `_` and `-`, unique. */
  readonly id: string;
  /** At least 32 bytes, unique, e.g. from `openssl rand -base64 32`. */
  readonly secret: string;
}

/** What a drawing may leave unsaid. */
export interface ProcessDefaults {
  /**
   * Accounts that handle a user task for which neither the drawing nor `assign` names anybody: separated by commas;
   * expressions over the variables, such as `${initiator}`, may be among them. Looked at when the task is reached.
   * Default: none; a drawing with a task that names nobody is refused.
   */
  readonly handlers?: string;
  /** Groups that do, likewise, in place of `handlers`. */
  readonly handlingGroup?: string;
  /** Account that handles, in reports, what no person did. Default: none; deploy names what needs one. */
  readonly systemHandler?: string;
  /** Display name of the bridge in reports of what no person did. Default: that of `locale`, in `en` `System`. */
  readonly systemName?: string;
  /** Label of the button of a task behind which no gateway names any. Default: that of `locale`, in `en` `Handle`. */
  readonly handleLabel?: string;
  /** Whether derived buttons may be pressed in a batch. Default: 0. */
  readonly allowMerge?: 0 | 1;
  /** Whether tasks can be delegated. Default: not sent, so that the center's own default (0) holds. */
  readonly canDelegate?: 0 | 1;
  /** Whether the center makes unknown transaction types. Default: not sent, so that its own default (false) holds. */
  readonly autoCreateTransType?: boolean;
  /** Where a task is handled on a PC: http or https, with {taskId}, {businessKey} and the other names of texts, and `${…}`. Default: none. */
  readonly handleUrl?: string;
  /** Where it is looked at on a PC, likewise. */
  readonly viewUrl?: string;
  /** Where it is handled on a phone, likewise. */
  readonly mHandleUrl?: string;
  /** Where it is looked at on a phone, likewise. */
  readonly mViewUrl?: string;
  /** Sends `mhandleUrl` and `mviewUrl` beside `mHandleUrl` and `mViewUrl`; the spec shows both. Default: false. */
  readonly bothMobileSpellings?: boolean;
}

/** The message that tells people of a task that is circulated to them. */
export interface CirculationOptions {
  /** One of the message types of the center. */
  readonly messageTypeCode: string;
  /** An expression over the variables, `nodeName`, `from` (who circulates) and `opinions`. Default: `=nodeName`. */
  readonly title?: string;
  /** The channels that it is sent by. Default: the channels of the message type. */
  readonly sendType?: readonly Channel[];
  /**
   * Values of the template's variables: expressions like the title. Where each channel has its template, those of each
   * below its channel. Default: none.
   */
  readonly parameters?:
    | Readonly<Record<string, string>>
    | Readonly<Partial<Record<Channel, Readonly<Record<string, string>>>>>;
}

/** How often, how many at once, and after which pauses the center is called. */
export interface OutboxOptions {
  /** Most items in one call of the center. Default: 50. */
  readonly batchSize?: number;
  /** First pause after a failed call, in milliseconds; it doubles with every failure. Default: 1 000. */
  readonly retryMinMs?: number;
  /** Longest pause, in milliseconds. Default: 300 000. */
  readonly retryMaxMs?: number;
  /** Attempts of an item that the center itself answers with 500, before it is parked. Default: 5. */
  readonly maxItemAttempts?: number;
  /** How long a dead dispatcher keeps its items, in milliseconds; at least 8 times `center.timeoutMs`. Default: 120 000. */
  readonly leaseMs?: number;
  /**
   * With more reports than that pending or parked, no instance is started any more (`ERR_OUTBOX_FULL`), so that a center
   * that is away does not fill the disk. Presses are never refused for it. Default: 100 000.
   */
  readonly maxUndelivered?: number;
}

/** How often, how many at once, and after which pauses services are called. */
export interface JobOptions {
  /** Calls before a job becomes an incident. Default: 5. */
  readonly maxAttempts?: number;
  /** First pause after a failed call, in milliseconds; it doubles with every failure. Default: 1 000. */
  readonly retryMinMs?: number;
  /** Longest pause, in milliseconds. Default: 60 000. */
  readonly retryMaxMs?: number;
  /** How long one call may take before its signal is aborted, in milliseconds. Default: 30 000. */
  readonly timeoutMs?: number;
  /** How long a dead runner keeps its jobs, in milliseconds; longer than `timeoutMs`. Default: 60 000. */
  readonly leaseMs?: number;
  /** Jobs that run at the same time. Default: 10. */
  readonly concurrency?: number;
}

/**
 * How long what is over is kept, in whole days of 24 hours by the bridge's clock; once an hour what is older is deleted.
 * An instance for which a report or a message is undelivered or parked, or whose thrown message or signal failed, is kept
 * with all it has until that is settled.
 */
export interface RetentionOptions {
  /**
   * From the end of an instance until its reports, messages, jobs, presses, incidents and history go; a repeat of a
   * press is then a late press. From when they were settled, messages that the host sent; from when another took its
   * place, a definition that no instance needs. 1 to 36 500. Default: 90.
   */
  readonly instanceDays?: number;
  /**
   * From the end of an instance until it and its tasks go: so long are its tasks what they were when the center asks for
   * their state, and its `startKey` is taken. `instanceDays` to 36 500. Default: 400.
   */
  readonly statusDays?: number;
}
