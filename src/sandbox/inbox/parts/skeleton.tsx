import { useTexts } from '../settings/language.tsx';

/** Stands for what is on its way; shown by its style only after 200 ms, so that nothing flickers. */
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
