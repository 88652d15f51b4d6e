import type { LimitOptions } from '../../config/limits.ts';
import type { Assign } from '../../host/host.ts';
import type { HostFunctions } from '../../model/expressions/host-functions.ts';
import type { MessageTemplate } from '../../model/message-template.ts';
import type { AssignmentSource, TaskUrls } from '../../model/nodes/task-node.ts';
import type { Wording } from '../explain/wording.ts';

/** The instance, as its reports name it. */
export interface InstanceInfo {
  readonly instanceId: string;
  /** Account of the person it belongs to, or of the system. */
  readonly initiator: string;
  readonly initiatorName: string | null;
  readonly businessKey: string | null;
  /** The task in the center the instance was started from. */
  readonly previousTaskId: string | null;
  /** Account of the person who handled that task; absent: the initiator. */
  readonly previousHandler?: string | undefined;
  /** Display name of that person. */
  readonly previousHandlerName?: string | null | undefined;
}

/** Settings of one step: its instance, its reports and its time. */
export interface StepFacts {
  readonly instance: InstanceInfo;
  readonly settings: RunSettings;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What reports and tasks need in addition to the instance and the model. */
export interface RunSettings extends Wording {
  readonly appId: string;
  /** IANA name of the time zone of reports. */
  readonly timeZone: string;
  /** The callback address of a button. */
  readonly actionUrl: (taskId: string, actionKey: string) => string;
  /** Whether tasks are reported that were removed before anybody handled them and that no task follows. */
  readonly reportGone: boolean;
  /** Account to name if a task of these groups ended and nobody handled it; undefined: there is none. */
  readonly standInFor: (handlingGroups: readonly string[]) => string | undefined;
  /** The members of these groups, as far as the host knows them: the task is in their lists. */
  readonly membersOf?: (handlingGroups: readonly string[]) => readonly string[];
  /** Says who handles a task for which the diagram names nobody. */
  readonly assign?: Assign;
  /** Who handles such a task if `assign` names nobody either. */
  readonly defaultAssignment?: AssignmentSource;
  readonly taskDefaults: {
    readonly urls: { readonly [Name in keyof TaskUrls]?: string | undefined };
    /** A template with {taskId} and {operation}; absent: operations have no page. */
    readonly operationUrl?: string | undefined;
  };
  /** Send mhandleUrl and mviewUrl beside mHandleUrl and mViewUrl; the spec shows both. */
  readonly bothMobileSpellings: boolean;
  /** The message to people to whom a task is circulated, if the diagram does not define it. */
  readonly circulation?: MessageTemplate;
  /** Functions that expressions may call; absent: none. */
  readonly functions?: HostFunctions;
  /** Part of the ids of new tasks and messages, since the database was restored from a backup; absent: it was not. */
  readonly restoreMark?: string;
  /** The account of system tasks; absent: there are none. */
  readonly systemTaskHandler?: string | undefined;
  /** How long a report waits for a job that its task caused; after that it is sent with `none`. */
  readonly reportHoldMs: number;
  /** Whether an account that stands several times in a list of signers gets one task; absent: no. */
  readonly oneTaskPerSigner?: boolean;
  /** What one step may take; absent: the defaults. */
  readonly limits?: LimitOptions;
}
