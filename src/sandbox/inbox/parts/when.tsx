import { useTimes } from './times.ts';

interface WhenProps {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Both beside each other; else the exact time is in the tooltip. */
  readonly isFull?: boolean;
}

/** A point in time: how long ago, and exactly. */
export function When({ at, isFull = false }: WhenProps) {
  const times = useTimes();
  const exact = times.exact(at);
  return (
    <time dateTime={new Date(at).toISOString()} title={exact} class="when">
      {isFull ? `${exact} · ${times.relative(at)}` : times.relative(at)}
    </time>
  );
}
