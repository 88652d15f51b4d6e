import type { Dispatcher } from 'undici';
import type { AnswerHook } from '../callback/callback-handler.ts';
import type { AdminOptions } from '../host/admin.ts';
import type { Assign, Identity, ScriptFunction, ServiceFunction } from '../host/host.ts';
import type { Logger } from '../logger.ts';
import type { MessageTypes } from '../messages/message-types.ts';
import type { StatusTimeForm } from '../protocol/task-status.ts';
import type { Locale } from '../texts/read-locale.ts';
import type { CipherOptions } from './cipher-options.ts';
import type { CirculationOptions } from './circulation.ts';
import type { ExpressionOptions } from './expressions.ts';
import type { IdTokenOptions } from './id-token-options.ts';
import type { LimitOptions } from './limits.ts';
import type { ProcessDefaults } from './process-defaults.ts';
import type { TelemetryOptions } from './telemetry-options.ts';

/** Options of `createBridge`. Unknown options are refused, and all problems are reported at once. */
export interface BridgeOptions {
  /** The address of the center, and the credentials of the bridge there. */
  readonly center: CenterOptions;
  /** The address at which the center calls the bridge, and which calls are accepted. */
  readonly callback: CallbackOptions;
  /** Says who belongs to a group. `trust-center`: everyone whom the center lets press counts as a member. No default. */
  readonly identity: Identity | 'trust-center';
  /**
   * The database: `sqlite:<file>`, e.g. `sqlite:./bridge.db`; `sqlite::memory:`, which loses all data on close; or
   * `postgres://user:password@host/database`, which any number of bridges can share, also through a connection pooler; its parameters `schema` and
   * `connections` are in docs/postgresql.md.
   */
  readonly store: string;
  /** The functions that service tasks call, by name. Default: none. */
  readonly services?: Readonly<Record<string, ServiceFunction>>;
  /**
   * Runs the scripts of script tasks, conditions, inputs and outputs. Run them in a sandbox of your own, because a script
   * is code written by the author of the diagram. The script of a condition returns true or false. Default: none;
   * diagrams with scripts are refused.
   */
  readonly scripts?: ScriptFunction;
  /** Functions that expressions in diagrams may call. */
  readonly expressions?: ExpressionOptions;
  /**
   * Says who handles a user task if the diagram names nobody, or if all that it names is empty when a token reaches the
   * task. Must be pure and synchronous. If it names nobody, `defaults.handlers` or `defaults.handlingGroup` are used. If
   * it throws or returns anything else, the step fails with `ERR_NO_HANDLER`. Default: none.
   */
  readonly assign?: Assign;
  /**
   * The message types of the center, by code. With them, the channels of a message and the variables of its template are
   * checked before it is sent. Default: none.
   */
  readonly messageTypes?: MessageTypes;
  /**
   * The message to the people to whom a task is circulated, if the diagram has no `ttc:notify on="circulated"`.
   * Default: none; a circulation is then only recorded.
   */
  readonly circulation?: CirculationOptions;
  /** Values for processes that do not set their own. */
  readonly defaults?: ProcessDefaults;
  /**
   * The language of the bridge's own texts in the center: answers to buttons, statuses, default labels and its name. Or
   * your own texts for all of these, by name. Texts of diagrams are not translated; the log, incidents and problems are
   * in English. Default: `en`.
   */
  readonly locale?: Locale;
  /** Changes the label of every button and every status of the bridge, e.g. to translate it. Default: no change. */
  readonly translateLabel?: (label: string) => string;
  /** IANA name of the time zone of the center. Default: `Asia/Shanghai`. */
  readonly timeZone?: string;
  /** Returns the current time in epoch milliseconds. Default: the clock of the machine, or of the database on PostgreSQL. */
  readonly clock?: () => number;
  /** Receives log entries. Default: warnings and errors are written to the console. */
  readonly logger?: Logger;
  /**
   * Spans and metrics by OpenTelemetry, listed in docs/telemetry.md. true: to the providers that are registered globally.
   * Needs the package `@opentelemetry/api`, which is loaded only then. Default: false.
   */
  readonly telemetry?: boolean | TelemetryOptions;
  /** How reports and messages are sent to the center and retried. */
  readonly outbox?: OutboxOptions;
  /** How services are called and retried. */
  readonly jobs?: JobOptions;
  /**
   * Whether the database was restored from a backup, so that the center may know more than it does. Set it for the first start
   * after that, and not for later ones: from then on no id of a task or message is given again that the center may know, and
   * `bridge.doubts()` lists what a person has to check. Default: false.
   */
  readonly reconcile?: boolean;
  /** How long ended instances and settled records are kept. What has not ended is kept without a limit. */
  readonly retention?: RetentionOptions;
  /**
   * How long the report of a handled task waits for the service after it, so that one report covers both. After that time
   * the center is told where the process waits: see `systemTasks`. Milliseconds, 0 or more. Default: 10 000.
   */
  readonly reportHoldMs?: number;
  /**
   * Whether the center shows where a process is while no person has to act: as a task of `defaults.systemHandler` at the node
   * that the process waits at, which nobody can handle. If false, or without that account, the last task is reported with
   * `none`: the center has no open task then, and may not conclude a transaction that ends later. Default: true. See
   * docs/waiting.md.
   */
  readonly systemTasks?: boolean;
  /**
   * Whether an account that stands several times in the list of signers of a countersign gets one task and signs once. false:
   * it gets a task for each time and signs for each, as in the engines of the vendors, with a warning when the round begins.
   * Only where the assignee is read from the element of the collection, and for elements that are equal; groups and several
   * candidates are not compared. Default: false.
   */
  readonly oneTaskPerSigner?: boolean;
  /** What one step may take, so that no instance can hold up others. */
  readonly limits?: LimitOptions;
  /** A page for operators, which `bridge.admin` serves: see docs/admin.md. Default: none, and `bridge.admin` answers 404. */
  readonly admin?: AdminOptions;
}

/** The center, and the bridge as its client (spec, Authentication). */
export interface CenterOptions {
  /** The spec's {base_url}, http or https. A trailing slash is ignored. */
  readonly baseUrl: string;
  /** The spec's {auth_url}, http or https. A trailing slash is ignored. */
  readonly authUrl: string;
  /** The spec's client_id, issued by the open platform. */
  readonly clientId: string;
  /** The spec's client_secret. It never appears in a log or an error. */
  readonly clientSecret: string;
  /** The scopes that the access token is requested for. Default: all three of the spec. */
  readonly scopes?: readonly string[];
  /** Application id of the bridge in the center; part of every signature of a callback address. */
  readonly appId: string;
  /** How long one call may take, in milliseconds. Default: 10 000. */
  readonly timeoutMs?: number;
  /**
   * Makes the calls of the center: a `Dispatcher` of the package `undici`, such as a `ProxyAgent`, or an `Agent` with a
   * client certificate. The service closes it, after the bridge. Default: connections of the bridge's own, without a proxy.
   */
  readonly dispatcher?: Dispatcher;
  /**
   * Whether the center itself concludes a transaction after its own BREAK_UP and REVOKE buttons ("each action type has
   * its own follow-up"). false: the bridge reports `end`. `bridge.terminate` and `bridge.revoke` always report `end`.
   * Default: true.
   */
  readonly concludesItself?: boolean;
  /**
   * Whether the bridge reports tasks that were removed before anybody handled them and that no task follows, such as the
   * remaining tasks of a countersign that was decided early. They are reported with `none`, the bridge's name as
   * handlerName and the reason as handleStatus, so that a center that removes a task from the lists on `none` does so at
   * once. false: they leave the lists when the center asks for their status. Default: true.
   */
  readonly reportGone?: boolean;
  /** Also writes `signOff` of a message into its `data`, as one sample of the spec does. Default: false. */
  readonly signOffInData?: boolean;
}

/** How the center calls the bridge. */
export interface CallbackOptions {
  /** The public address of `bridge.fetch`, including its path prefix; http or https. */
  readonly publicUrl: string;
  /**
   * Keys that sign the callback addresses: the first one signs, all are accepted. To change keys, put the new one first
   * and keep the old one while tasks with its addresses are open.
   */
  readonly signingKeys: readonly SigningKeyOptions[];
  /**
   * How bodies are encrypted: a recipe, or a function of body and headers that returns the parameters. It also applies to
   * buttons that call with GET: their cipher text is in the query, in the field `data` or the field that the recipe names.
   */
  readonly cipher: CipherOptions;
  /** How to check that header x-id-token belongs to the account: keys of the issuer, or a function. No default. */
  readonly idToken: IdTokenOptions;
  /** Limit for the body of a button, in bytes; larger calls are answered with 413. Default: 65 536. */
  readonly maxBodyBytes?: number;
  /** The same limit for the task-status callback, which names many tasks at once. Bytes. Default: 4 194 304. */
  readonly maxStatusBodyBytes?: number;
  /**
   * The state that the task-status callback returns for a task that the bridge does not know. `TERMINATED` lets the center
   * remove tasks of a lost database; do not use it if several bridges share an application. Default: `IN_PROGRESS`.
   */
  readonly unknownTaskStatus?: 'IN_PROGRESS' | 'TERMINATED';
  /**
   * How the task-status callback writes times: as in all other calls, or in the short form that the spec shows for this
   * callback, with a two-digit year and hours from 00 to 23. Default: `yyyy-MM-dd HH:mm:ss`.
   */
  readonly statusTimeForm?: StatusTimeForm;
  /**
   * Whether `bridge.diagramUrl()` serves the diagram of a task, for applications that show tasks to people. Default:
   * false; there is no such address.
   */
  readonly diagrams?: boolean;
  /** Replaces the bridge's answer to a button with a response of the host. Default: `{code, message, data}`. */
  readonly answer?: AnswerHook;
}

/** A key that signs the addresses of buttons. */
export interface SigningKeyOptions {
  /** Unique id that is part of the address: letters, digits, `_` and `-`. */
  readonly id: string;
  /** At least 32 bytes, unique, e.g. from `openssl rand -base64 32`. */
  readonly secret: string;
}

/** How the center is called: batch size, attempts and back-off. */
export interface OutboxOptions {
  /** Maximum number of items in one call of the center. Default: 50. */
  readonly batchSize?: number;
  /** First pause after a failed call, in milliseconds; it doubles with every failure. Default: 1 000. */
  readonly retryMinMs?: number;
  /** Longest pause, in milliseconds. Default: 300 000. */
  readonly retryMaxMs?: number;
  /** Attempts for an item that the center refuses with a code that may pass, such as 500, before the item is parked. Default: 5. */
  readonly maxItemAttempts?: number;
  /**
   * How long a bridge keeps its items at most if it dies and the others cannot know, because its machine is lost or a pooler
   * is in between, in milliseconds; at least 8 times `center.timeoutMs`. Default: 120 000.
   */
  readonly leaseMs?: number;
  /**
   * Limit for pending and parked reports. Above it no instance is started (`ERR_OUTBOX_FULL`), so that the disk does not
   * fill up while the center is unavailable. Presses are never refused for this reason. Default: 100 000.
   */
  readonly maxUndelivered?: number;
}

/** How services are called: attempts, back-off and concurrency. */
export interface JobOptions {
  /** Number of calls before a failing job becomes an incident. Default: 5. */
  readonly maxAttempts?: number;
  /** First pause after a failed call, in milliseconds; it doubles with every failure. Default: 1 000. */
  readonly retryMinMs?: number;
  /** Longest pause, in milliseconds. Default: 60 000. */
  readonly retryMaxMs?: number;
  /** How long one call may take before its signal is aborted, in milliseconds. Default: 30 000. */
  readonly timeoutMs?: number;
  /**
   * How long a bridge keeps its jobs and timers at most if it dies and the others cannot know, because its machine is lost or
   * a pooler is in between, in milliseconds; longer than `timeoutMs`. Default: 60 000.
   */
  readonly leaseMs?: number;
  /** Maximum number of jobs that run at the same time. Default: 10. */
  readonly concurrency?: number;
}

/**
 * How long ended instances are kept, in whole days of 24 hours by the bridge's clock. Older ones are deleted once an hour.
 * An instance with an undelivered or parked report or message, or with a thrown message or signal that failed, is kept
 * completely until this is settled.
 */
export interface RetentionOptions {
  /**
   * Days from the end of an instance until its reports, messages, jobs, presses, incidents and history are deleted; a
   * repeated press then counts as a late press. The same number of days applies to messages sent by the host, counted
   * from when they were settled, and to a definition that no instance needs, counted from when a newer one replaced it.
   * 1 to 36 500. Default: 90.
   */
  readonly instanceDays?: number;
  /**
   * Days from the end of an instance until it and its tasks are deleted. Until then the center gets the true state of its
   * tasks, and its `startKey` cannot be used again. `instanceDays` to 36 500. Default: 400.
   */
  readonly statusDays?: number;
}
