import type { Assign } from '../../host.ts';
import type { HostFunctions } from '../../model/expressions/host-functions.ts';
import type { MessageTemplate } from '../../model/message-template.ts';
import type { AssignmentSource, TaskUrls } from '../../model/process-model.ts';
import type { Wording } from '../explain/wording.ts';

/** One run of a definition, as its reports name it. */
export interface InstanceInfo {
  readonly instanceId: string;
  /** Account of the person it belongs to, or that of the system. */
  readonly initiator: string;
  readonly initiatorName: string | null;
  readonly businessKey: string | null;
  /** The task in the center the instance was started from. */
  readonly previousTaskId: string | null;
  /** Who handled it; absent: the initiator. */
  readonly previousHandler?: string | undefined;
  /** Their name, as others are shown it. */
  readonly previousHandlerName?: string | null | undefined;
}

/** What holds for the whole of one step: which instance it is of, how it is told, and when it is. */
export interface StepFacts {
  readonly instance: InstanceInfo;
  readonly settings: RunSettings;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What reports and tasks need besides the instance and the model. */
export interface RunSettings extends Wording {
  readonly appId: string;
  /** IANA name; times of reports are written in it. */
  readonly timeZone: string;
  /** The callback address of a button. */
  readonly actionUrl: (taskId: string, actionKey: string) => string;
  /** Whether tasks are reported that vanished without being handled and that nothing leads on from. */
  readonly reportGone: boolean;
  /** Account that stands in where a task of these groups ended and nobody handled it; undefined: there is none. */
  readonly standInFor: (handlingGroups: readonly string[]) => string | undefined;
  /** All of these groups in whose lists a task is, as far as the host knows them. */
  readonly membersOf?: (handlingGroups: readonly string[]) => readonly string[];
  /** Asked who handles a task for which the drawing names nobody. */
  readonly assign?: Assign;
  /** Who handles it when that names nobody either. */
  readonly defaultAssignment?: AssignmentSource;
  readonly taskDefaults: {
    readonly canDelegate?: 0 | 1;
    readonly autoCreateTransType?: boolean;
    readonly urls: { readonly [Name in keyof TaskUrls]?: string | undefined };
  };
  /** Send mhandleUrl and mviewUrl beside mHandleUrl and mViewUrl; the spec shows both. */
  readonly bothMobileSpellings: boolean;
  /** What those are told whom a task is circulated to, where the drawing does not say it. */
  readonly circulation?: MessageTemplate;
  /** What expressions may call; absent: nothing. */
  readonly functions?: HostFunctions;
  /** How long a report waits for a job its task caused before it says `none`. */
  readonly reportHoldMs: number;
}
