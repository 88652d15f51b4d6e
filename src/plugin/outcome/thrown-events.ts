import type { ThrownEvent } from '../live/plugin-options.ts';
import type { StepChanges } from './finish-step.ts';

/** What a step threw for other instances: messages that nothing in this one waited for, and all signals, in order. */
export function listThrown(
  { unmatched, signals }: Pick<StepChanges, 'unmatched' | 'signals'>,
  businessKey: string | null,
): ThrownEvent[] {
  return [
    ...unmatched.map(
      ({ nodeId, name, correlationKey }): ThrownEvent => ({
        ...{ kind: 'message', nodeId, name },
        correlationKey: correlationKey ?? businessKey,
      }),
    ),
    ...signals.map(({ nodeId, name }): ThrownEvent => ({ kind: 'signal', nodeId, name, correlationKey: null })),
  ];
}
