/** The spec allows five; whatever came, no more are shown. */
const MOST = 5;

interface SummariesProps {
  /** `title|content` each, in the order to be shown. */
  readonly entries: readonly string[];
}

export function Summaries({ entries }: SummariesProps) {
  if (entries.length === 0) return null;
  return (
    <dl class="summaries">
      {entries.slice(0, MOST).map((entry, index) => {
        const [title = '', ...content] = entry.split('|');
        return (
          <div key={`${index} ${title}`}>
            <dt>{title}</dt>
            <dd>{content.join('|')}</dd>
          </div>
        );
      })}
    </dl>
  );
}
