/** What happens in one line of a story. */
export type Happening =
  | { readonly kind: 'starts'; readonly account: string; readonly processId?: string; readonly businessKey?: string }
  | {
      readonly kind: 'presses';
      readonly accounts: readonly string[];
      readonly label: string;
      readonly nodeId: string;
    }
  | {
      readonly kind: 'asks';
      readonly account: string;
      readonly how: 'delegate' | 'before' | 'beside' | 'after' | 'countersign';
      /** Of the button that is pressed, with those who sign after. */
      readonly label?: string;
      readonly to: readonly string[];
      readonly rule: 'all' | 'any' | 'in-turn';
      readonly nodeId: string;
    }
  | { readonly kind: 'recalls'; readonly account: string; readonly from: string; readonly nodeId: string }
  | { readonly kind: 'sends-back'; readonly account: string; readonly nodeId: string; readonly to: string }
  | { readonly kind: 'claims' | 'releases'; readonly account: string; readonly nodeId: string }
  | { readonly kind: 'passes'; readonly ms: number }
  | { readonly kind: 'told'; readonly nodeId: string; readonly payload: Payload }
  | { readonly kind: 'set'; readonly variables: Payload }
  | {
      readonly kind: 'comes';
      readonly what: 'message' | 'signal';
      readonly name: string;
      readonly businessKey?: string;
      readonly correlationKey?: string;
      readonly payload: Payload;
    }
  | {
      readonly kind: 'answers';
      readonly service: string;
      readonly how: 'answers' | 'fails' | 'throws';
      readonly words: string;
    };

/** What somebody does with a task beside its buttons. */
export type Operation = Happening & { readonly kind: 'asks' | 'recalls' | 'sends-back' | 'claims' | 'releases' };

export function isOperation(happening: Happening): happening is Operation {
  return ['asks', 'recalls', 'sends-back', 'claims', 'releases'].includes(happening.kind);
}

type Payload = Readonly<Record<string, string | number | boolean>>;

/** A line of a story: what happens, what the center is told of it, and whose lists then show what. */
export interface StoryLine {
  readonly words: string;
  readonly reports: readonly string[];
  readonly pending: readonly PendingEntry[];
}

/**
 * A task in somebody's list. `told`: the center was told `none` of it; `held`: it was pressed, and the center was not told
 * yet; `gone`: it vanished, and the center was told `none` of it; `waits`: it vanished, and the center was not told yet.
 */
export interface PendingEntry {
  readonly account: string;
  readonly nodeId: string;
  readonly mark: 'open' | 'told' | 'held' | 'gone' | 'waits';
}

const MARKS = [
  { mark: 'told', open: '(', close: ')' },
  { mark: 'held', open: '<', close: '>' },
  { mark: 'gone', open: '[', close: ']' },
  { mark: 'waits', open: '{', close: '}' },
] as const;

const UNIT_MS = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 };

export function readLines(text: string): StoryLine[] {
  return text.split('\n').flatMap((line) => {
    if (line.trim() === '') return [];
    const [words = '', reports = '', pending = ''] = line.split('|').map((part) => part.trim());
    return [{ words, reports: list(reports, ';').map(tidyReport), pending: list(pending, ';').flatMap(readPending) }];
  });
}

/** Sorts what `next` creates: the order of tasks that begin together means nothing. */
export function tidyReport(report: string): string {
  const [what = '', next] = report.split('→').map((part) => part.trim());
  return next === undefined ? what : `${what} → ${list(next, ',').toSorted().join(', ')}`;
}

/** `anna, bo: sign, pay`; the brackets around it are its mark. */
function readPending(text: string): PendingEntry[] {
  const mark = MARKS.find(({ open }) => text.startsWith(open))?.mark ?? 'open';
  const [accounts = '', nodes = ''] = text.replace(/^[([<{]|[)\]>}]$/g, '').split(':');
  return list(accounts, ',').flatMap((account) => list(nodes, ',').map((nodeId) => ({ account, nodeId, mark })));
}

/** The lists without the tasks that these accounts were told to have handled; rather what was told than what is open. */
export function takeFromLists(
  pending: readonly PendingEntry[],
  handled: readonly { readonly account: string; readonly nodeId: string }[],
): PendingEntry[] {
  const isTold = ({ mark }: PendingEntry) => mark === 'told' || mark === 'gone';
  const rest = pending.toSorted((one, other) => Number(isTold(other)) - Number(isTold(one)));
  for (const { account, nodeId } of handled) {
    const index = rest.findIndex((entry) => entry.account === account && entry.nodeId === nodeId);
    if (index >= 0) rest.splice(index, 1);
  }
  return rest;
}

export function writeLine({ words, reports, pending }: StoryLine): string {
  const tasks = pending.map(({ account, nodeId, mark }) => {
    const brackets = MARKS.find((each) => each.mark === mark);
    return `${brackets?.open ?? ''}${account}: ${nodeId}${brackets?.close ?? ''}`;
  });
  return `${words} | ${reports.join('; ')} | ${tasks.toSorted().join('; ')}`;
}

export function readHappening(words: string): Happening {
  const read = (pattern: RegExp) => pattern.exec(words)?.slice(1);
  const started = read(/^(\S+) starts(?: (?!for )(\S+))?(?: for (\S+))?$/);
  if (started) {
    const [account = '', processId, businessKey] = started;
    return { kind: 'starts', account, ...(processId && { processId }), ...(businessKey && { businessKey }) };
  }
  const handled = read(/^(.+) handles? (\S+)$/) ?? [];
  const pressed = read(/^(.+?) press(?:es)? (.+) on (\S+)$/) ?? handled.toSpliced(1, 0, 'Handle');
  const [people = '', label = '', nodeId = ''] = pressed;
  if (nodeId !== '') return { kind: 'presses', accounts: list(people, ','), label, nodeId };
  const delegated = read(/^(\S+) delegates (\S+) to (\S+)$/);
  if (delegated) {
    const [account = '', node = '', to = ''] = delegated;
    return { kind: 'asks', account, how: 'delegate', to: [to], rule: 'all', nodeId: node };
  }
  const ruleOf = (words: string | undefined) =>
    words === undefined ? 'all' : words === 'any of ' ? 'any' : ('in-turn' as const);
  const after = read(/^(\S+) presses (.+) on (\S+) with (any of |in turn )?(.+) after$/);
  if (after) {
    const [account = '', pressedLabel = '', node = '', rule, to = ''] = after;
    return {
      ...{ kind: 'asks', account, how: 'after', label: pressedLabel, to: list(to, ','), rule: ruleOf(rule) },
      nodeId: node,
    };
  }
  const asked = read(/^(\S+) asks (any of |in turn )?(.+) (before|beside|to countersign) (\S+)$/);
  if (asked) {
    const [account = '', rule, to = '', how, node = ''] = asked;
    const position = how === 'beside' || how === 'before' ? how : 'countersign';
    return { kind: 'asks', account, how: position, to: list(to, ','), rule: ruleOf(rule), nodeId: node };
  }
  const recalled = read(/^(\S+) recalls (\S+) from (\S+)$/);
  if (recalled) {
    const [account = '', from = '', node = ''] = recalled;
    return { kind: 'recalls', account, from, nodeId: node };
  }
  const sent = read(/^(\S+) sends (\S+) back to (\S+)$/);
  if (sent) {
    const [account = '', node = '', to = ''] = sent;
    return { kind: 'sends-back', account, nodeId: node, to };
  }
  const claimed = read(/^(\S+) (claims|releases) (\S+)$/);
  if (claimed) {
    const [account = '', how, node = ''] = claimed;
    return { kind: how === 'claims' ? 'claims' : 'releases', account, nodeId: node };
  }
  const [count = '', unit = 'day'] = read(/^(\d+) (second|minute|hour|day)s? pass(?:es)?$/) ?? [];
  if (count !== '') return { kind: 'passes', ms: Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS] };
  const came = read(/^(message|signal) (\S+) comes(?: for (\S+))?(?: with key (\S+))?(?: ({.*}))?$/);
  if (came) {
    const [what, name = '', businessKey, correlationKey, payload] = came;
    return {
      kind: 'comes',
      what: what === 'signal' ? 'signal' : 'message',
      name,
      payload: payload === undefined ? {} : (JSON.parse(payload) as Payload),
      ...(businessKey && { businessKey }),
      ...(correlationKey && { correlationKey }),
    };
  }
  const [told, said = '{}'] = read(/^(\S+) is told(?: ({.*}))?$/) ?? [];
  if (told !== undefined) return { kind: 'told', nodeId: told, payload: JSON.parse(said) as Payload };
  const [set] = read(/^variables become ({.*})$/) ?? [];
  if (set !== undefined) return { kind: 'set', variables: JSON.parse(set) as Payload };
  const [service = '', how, rest = ''] = read(/^(\S+) (answers|fails|throws)(?: (.+))?$/) ?? [];
  if (how !== 'answers' && how !== 'fails' && how !== 'throws') throw new Error(`no story says "${words}"`);
  return { kind: 'answers', service, how, words: rest };
}

function list(text: string, separator: string): string[] {
  return text.split(separator).flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
}
