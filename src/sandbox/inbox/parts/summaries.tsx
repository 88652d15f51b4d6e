import { contentOf } from './about.ts';

/** The maximum of the spec; further entries are not shown. */
const MOST = 5;

interface SummariesProps {
  /** `title|content` each, in this order. */
  readonly entries: readonly string[];
}

export function Summaries({ entries }: SummariesProps) {
  if (entries.length === 0) return null;
  return (
    <dl class="summaries">
      {entries.slice(0, MOST).map((entry, index) => (
        <div key={`${index} ${entry}`}>
          <dt>{entry.split('|', 1)}</dt>
          <dd>{contentOf(entry) || '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
