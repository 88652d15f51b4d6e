import { Chip, type Tone } from '../../../page/parts/chip.tsx';

const TONES: Readonly<Record<string, Tone>> = {
  running: 'accent',
  queued: 'accent',
  pending: 'accent',
  suspended: 'warning',
  unconfirmed: 'warning',
  partial: 'warning',
  parked: 'danger',
  failed: 'danger',
  terminated: 'neutral',
  delivered: 'success',
  sent: 'success',
  done: 'success',
};

/** @param words the texts of the states */
export function StateChip<State extends string>(props: {
  readonly state: State;
  readonly words: Readonly<Record<State, string>>;
}) {
  return <Chip tone={TONES[props.state] ?? 'neutral'}>{props.words[props.state]}</Chip>;
}
