import type { LimitOptions } from '../config/limits.ts';
import { asksForMembers } from '../host/group-members.ts';
import type { Assign, Identity } from '../host/host.ts';
import { defaultAssignmentOf } from '../model/default-assignment.ts';
import type { HostFunctions } from '../model/expressions/host-functions.ts';
import type { MessageTemplate } from '../model/message-template.ts';
import type { ModelOptions } from '../model/model-options.ts';
import type { AllowedOperation } from '../model/ttc/allowed-operations.ts';
import type { AccountNames } from '../read-options.ts';
import type { Catalogue } from '../texts/catalogue.ts';
import type { Wording } from './explain/wording.ts';
import type { RunSettings } from './state/run-settings.ts';

/** The options of the host that a bridge and a plugin have in common, with their defaults. */
export interface HostOptions {
  readonly appId: string;
  readonly timeZone: string;
  readonly reportHoldMs: number;
  /** Absent: the defaults. */
  readonly limits?: LimitOptions;
  readonly reportGone: boolean;
  readonly systemTasks: boolean;
  readonly oneTaskPerSigner: boolean;
  readonly identity: Identity | 'trust-center';
  readonly assign?: Assign | undefined;
  readonly circulation?: MessageTemplate | undefined;
  readonly locale: Catalogue;
  readonly translateLabel: (label: string) => string;
  readonly defaults: {
    readonly handlers?: AccountNames;
    readonly handlingGroup?: AccountNames;
    readonly systemHandler?: string;
    readonly systemName: string;
    readonly handleLabel: string;
    readonly allowMerge: 0 | 1;
    readonly canDelegate?: 0 | 1;
    readonly autoCreateTransType?: boolean;
    readonly allow?: readonly AllowedOperation[];
    readonly handleUrl?: string;
    readonly viewUrl?: string;
    readonly mHandleUrl?: string;
    readonly mViewUrl?: string;
    readonly operationUrl?: string;
    readonly bothMobileSpellings: boolean;
  };
}

/** The settings for reading diagrams. */
export function modelOptionsOf(
  options: Omit<HostOptions, 'appId' | 'timeZone' | 'reportHoldMs' | 'oneTaskPerSigner' | 'limits'>,
): ModelOptions {
  const { assign, reportGone, systemTasks, defaults, identity, locale, translateLabel } = options;
  const { handleLabel, allowMerge, canDelegate, autoCreateTransType, allow } = defaults;
  const defaultAssignment = defaultAssignmentOf(defaults);
  return {
    assigns: assign !== undefined,
    reportsGone: reportGone,
    showsWaits: !systemTasks || defaults.systemHandler !== undefined,
    namesGroupMember: defaults.systemHandler !== undefined || asksForMembers(identity),
    ...(defaultAssignment && { defaultAssignment }),
    handleLabel,
    ownLabels: {
      ...{ opinion: locale['button.opinion'], resubmit: locale['button.resubmit'] },
      ...{ claim: locale['button.claim'], release: locale['button.release'] },
    },
    allowMerge,
    translateLabel,
    ...(canDelegate !== undefined && { canDelegate }),
    ...(autoCreateTransType !== undefined && { autoCreateTransType }),
    ...(allow && { allow }),
  };
}

/** The texts that people see in the center. */
export function wordingOf({
  defaults,
  locale,
  translateLabel,
}: Pick<HostOptions, 'defaults' | 'locale' | 'translateLabel'>): Wording {
  return { texts: locale, systemName: defaults.systemName, translate: translateLabel };
}

/** The settings of every step. */
export function runSettingsOf(
  options: HostOptions,
  { actionUrl, functions }: Pick<RunSettings, 'actionUrl'> & { readonly functions: HostFunctions },
): RunSettings {
  const { appId, timeZone, reportHoldMs, limits, reportGone, systemTasks, oneTaskPerSigner } = options;
  const { assign, circulation, defaults } = options;
  const { handleUrl, viewUrl, mHandleUrl, mViewUrl, operationUrl, bothMobileSpellings, systemHandler } = defaults;
  const defaultAssignment = defaultAssignmentOf(defaults);
  return {
    appId,
    timeZone,
    actionUrl,
    ...(circulation && { circulation }),
    ...(assign && { assign }),
    ...(defaultAssignment && { defaultAssignment }),
    taskDefaults: { urls: { handleUrl, viewUrl, mHandleUrl, mViewUrl }, operationUrl },
    bothMobileSpellings,
    ...wordingOf(options),
    reportGone,
    standInFor: () => systemHandler,
    ...(systemTasks && { systemTaskHandler: systemHandler }),
    functions,
    reportHoldMs,
    oneTaskPerSigner,
    ...(limits && { limits }),
  };
}
