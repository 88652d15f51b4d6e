import { useTimes } from './times.tsx';

interface WhenProps {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Shows both; otherwise the exact time is in the tooltip. */
  readonly isFull?: boolean;
}

/** A point in time: relative and exact. */
export function When({ at, isFull = false }: WhenProps) {
  const times = useTimes();
  const exact = times.exact(at);
  return (
    <time dateTime={new Date(at).toISOString()} title={exact} class="when">
      {isFull ? `${exact} · ${times.relative(at)}` : times.relative(at)}
    </time>
  );
}
