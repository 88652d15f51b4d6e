import type { DeliveryChoice } from '../../../bridge/bulk/bulk-options.ts';
import { UsageError } from '../../command.ts';
import type { Call } from './action.ts';
import { type Flag, INSTANCE, PROCESS } from './flags.ts';
import { filterFrom, timeFlag } from './page.ts';

/** Which reports or messages a list has, or an operation on several changes. */
export const DELIVERY_FLAGS: readonly Flag[] = [
  INSTANCE,
  PROCESS,
  { name: 'answer', value: '<text>', text: 'only those with this in their reason, which has what the center said' },
  { name: 'from', value: '<time>', text: 'only those stored at this time or later' },
  { name: 'before', value: '<time>', text: 'only those stored before this time' },
];

/** How several are chosen, for whoever chose neither one nor several. */
export const DELIVERY_CHOICES = '--all, --instance, --process, --answer, --from or --before';

/** Of what an operation skips; default: what is parked. */
export const SKIPPED_STATE: Flag = {
  name: 'state',
  value: '<state>',
  text: 'with one of the other options: parked (default), or what waits for its next attempt',
  oneOf: ['parked', 'pending'],
};

/** What the options of {@link DELIVERY_FLAGS} leave. */
export function deliveryChoiceOf(call: Call): DeliveryChoice {
  const [createdFrom, createdBefore] = [timeFlag(call, 'from'), timeFlag(call, 'before')];
  return {
    ...filterFrom(call, { instanceId: 'instance', processId: 'process', reason: 'answer' }),
    ...(createdFrom !== undefined && { createdFrom }),
    ...(createdBefore !== undefined && { createdBefore }),
  };
}

/** Whether they choose several. */
export function choosesSeveral(call: Call): boolean {
  return call.has('all') || Object.keys(deliveryChoiceOf(call)).length > 0;
}

/** @throws {UsageError} only a state is given, which alone chooses nothing */
export function skippedStateOf(call: Call): 'parked' | 'pending' {
  const state = call.text('state');
  if (state !== undefined && !choosesSeveral(call))
    throw new UsageError(`--state is for several: add ${DELIVERY_CHOICES}.`);
  return state === 'pending' ? state : 'parked';
}
