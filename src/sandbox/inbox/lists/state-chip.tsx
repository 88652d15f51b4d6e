import { Chip, type Tone } from '../../../page/parts/chip.tsx';
import type { CenterTaskState } from '../../state/center-state.ts';
import type { TransactionState } from '../../tasks/transaction-state.ts';
import { useTexts } from '../settings/language.tsx';

/** `ended`: handled as far as the center knows, but by nobody. */
export type ShownState = CenterTaskState | TransactionState | 'ended';

const TONES: Readonly<Record<ShownState, Tone>> = {
  pending: 'accent',
  running: 'accent',
  suspended: 'warning',
  partlySuspended: 'warning',
  handled: 'success',
  concluded: 'success',
  terminated: 'danger',
  turned: 'neutral',
  recalled: 'neutral',
  ended: 'neutral',
  revoked: 'neutral',
};

export function StateChip({ state }: { readonly state: ShownState }) {
  const { states } = useTexts();
  return <Chip tone={TONES[state]}>{states[state]}</Chip>;
}
