import { BUTTON_PROBES } from './button-probes.ts';
import { CREATION_PROBES } from './creation-probes.ts';
import { MESSAGE_PROBES } from './message-probes.ts';
import type { Probe } from './probe.ts';
import { STATUS_PROBES } from './status-probes.ts';
import { TASK_PROBES } from './task-probes.ts';
import { TOKEN_PROBES } from './token-probes.ts';

/** In the order of the page. */
export const PROBES: readonly Probe[] = [
  ...[...TASK_PROBES, ...CREATION_PROBES, ...MESSAGE_PROBES, ...TOKEN_PROBES],
  ...[...BUTTON_PROBES, ...STATUS_PROBES],
];
