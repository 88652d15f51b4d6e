import { useTexts } from '../speech.tsx';

/** Placeholder for content that is loading; visible only after 200 ms, to avoid flicker. */
export function Skeleton({ rows = 4 }: { readonly rows?: number }) {
  const { loading } = useTexts();
  return (
    <div class="skeleton" role="status">
      <span class="visually-hidden">{loading}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div class="skeleton-row" key={row} aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
