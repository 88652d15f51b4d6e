/** Renders the result of a run as a page. */
import type { Probe, Seen } from './probes/probe.ts';

/** The result of a rule. */
export interface TriedRule {
  readonly title: string;
  /** Why it does not hold; undefined: it holds, as far as HTTP shows. */
  readonly broken?: string;
  readonly byHand?: string;
  readonly leftOut?: string;
}

/** The result of a probe; without `seen`, it could not be run. */
export interface AskedProbe {
  readonly probe: Probe;
  readonly seen?: Seen;
  readonly broken?: string;
}

export function writePage(center: string, rules: readonly TriedRule[], probes: readonly AskedProbe[]): string {
  const [broken, others] = split(rules, (rule) => rule.broken !== undefined);
  const [byHand, tried] = split(others, (rule) => rule.byHand !== undefined);
  const [leftOut, held] = split(tried, (rule) => rule.leftOut !== undefined);
  const counts = `${held.length} hold, ${broken.length} do not, ${byHand.length} are to be looked at by hand, ${leftOut.length} were left out`;
  const section = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : ['', title, '', ...lines]);
  return [
    `Conformance of ${center}`,
    '',
    `Rules of the interface: ${counts}`,
    ...section(
      'Do not hold',
      broken.flatMap(({ title, broken: why = '' }) => [
        `  ✗ ${title}`,
        ...why.split('\n').map((line) => `      ${line}`),
      ]),
    ),
    ...section(
      'Hold',
      held.map(({ title }) => `  ✓ ${title}`),
    ),
    ...section(
      'To be looked at by hand: what HTTP shows of them holds',
      byHand.flatMap(({ title, byHand: look }) => [`  ☞ ${title}`, `      ${look}`]),
    ),
    ...section(
      'Left out',
      leftOut.map(({ title, leftOut: name }) => `  – ${title} (${name} is none)`),
    ),
    ...section('What the interface leaves open, and what this center does', probes.flatMap(writeProbe)),
  ].join('\n');
}

function writeProbe({ probe, seen, broken }: AskedProbe): string[] {
  const reading = seen?.reading === undefined ? undefined : probe.readings[seen.reading];
  const line = (word: string, text: string) => `      ${word.padEnd(8)} ${text}`;
  const value = JSON.stringify(seen?.reading)
    ?.replaceAll('"', "'")
    .replace(/^'(true|false|\d+)'$/, '$1');
  const isOfSwitch = probe.sandboxSwitch !== undefined && seen?.reading !== undefined;
  return [
    `  ${probe.name}: ${probe.question}`,
    ...(seen?.saw ?? []).map((text) => line('saw', text)),
    ...(broken === undefined ? [] : [line('failed', broken.split('\n')[0] ?? '')]),
    ...(reading === undefined ? [] : [line('so', reading.means), line('bridge', reading.bridge)]),
    ...(isOfSwitch ? [line('sandbox', `switches: { ${probe.sandboxSwitch}: ${value} }`)] : []),
    ...(reading === undefined && seen !== undefined
      ? [
          line('look', seen.look ?? ''),
          ...Object.entries(probe.readings).map(([key, { means, bridge }]) => line('', `${key}: ${means} → ${bridge}`)),
        ]
      : []),
    '',
  ];
}

function split<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
