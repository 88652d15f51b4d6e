import type { CenterOptions } from '../config/bridge-options.ts';

/** How to reach the center, and as whom (spec, Authentication). */
export interface CenterConnection
  extends Pick<
    CenterOptions,
    'baseUrl' | 'authUrl' | 'clientId' | 'clientSecret' | 'scopes' | 'timeoutMs' | 'dispatcher'
  > {
  /** Returns the current time in epoch milliseconds. Default: the clock of the machine. */
  readonly clock?: () => number;
}
