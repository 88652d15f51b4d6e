import { CopyButton } from './copy-button.tsx';

interface JsonViewProps {
  readonly title: string;
  readonly value: unknown;
  readonly copyLabel: string;
}

/** A value as formatted JSON. */
export function JsonView({ title, value, copyLabel }: JsonViewProps) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
  return (
    <section class="json" aria-label={title}>
      <div class="json-head">
        <h3>{title}</h3>
        <CopyButton text={text} label={copyLabel} />
      </div>
      {/* It scrolls, so keys must reach it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <pre tabIndex={0}>
        <code>{typeof value === 'string' ? value : colour(text)}</code>
      </pre>
    </section>
  );
}

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/g;

function colour(json: string) {
  const parts = [];
  let end = 0;
  for (const match of json.matchAll(TOKEN)) {
    const [token, string, colon] = match;
    const kind = colon !== undefined ? 'key' : string !== undefined ? 'string' : 'value';
    parts.push(json.slice(end, match.index));
    parts.push(
      <span key={match.index} class={`json-${kind}`}>
        {token}
      </span>,
    );
    end = match.index + token.length;
  }
  parts.push(json.slice(end));
  return parts;
}
