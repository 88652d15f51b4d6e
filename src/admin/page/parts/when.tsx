import { useTimes } from '../times.ts';

/** A point in time, in epoch milliseconds: relative, with the exact one in the tooltip; or exact. */
export function When({ at, isExact = false }: { readonly at: number; readonly isExact?: boolean }) {
  const times = useTimes();
  const exact = times.exact(at);
  return (
    <time dateTime={new Date(at).toISOString()} title={exact} class="when">
      {isExact ? exact : times.relative(at)}
    </time>
  );
}
