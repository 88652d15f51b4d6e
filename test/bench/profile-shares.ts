import type { Profiler } from 'node:inspector';

export type Profile = Profiler.Profile;
type Frame = Profiler.ProfileNode;

/** Parts of a step by the files of their code: the first that fits. */
const PARTS: readonly (readonly [string, RegExp])[] = [
  ['moving tokens (src/net)', /\/src\/net\//],
  ['translation: snapshot and ledger', /\/src\/plugin\/state\//],
  ['translation: the rest', /\/src\/(plugin|model|host|texts)\//],
  ['expressions', /node_modules\/(feelin|jsep)\//],
  ['SQLite', /node_modules\/@photostructure\/sqlite\/|\/src\/store\/sqlite\//],
  ['composing SQL and reading rows', /node_modules\/kysely\/|\/src\/store\//],
  [
    'report: outbox, client of the center, HTTP',
    /\/src\/(outbox|queue|center|protocol)\/|node_modules\/(undici|zod)\//,
  ],
  ['addresses and cryptography', /\/src\/callback\/|^node:(internal\/)?crypto/],
  ['time limit of a step', /^node:vm|\/src\/time-limit/],
  [
    'report: outbox, client of the center, HTTP',
    /^node:(net|_http|internal\/(stream_base|streams))|^node:_?(http|stream)/,
  ],
  ['the bridge: rights, history, explanations', /\/src\//],
  ['the benchmark', /\/test\//],
  ['Node.js', /^node:/],
];

const ROOTS = new Map([
  ['(garbage collector)', 'garbage collection'],
  ['(idle)', 'waiting for the center and for timers'],
  ['(program)', 'Node.js'],
]);

/** Built-in functions, such as those of JSON, belong to the part that calls them. */
function partOf(node: Frame, callers: ReadonlyMap<Frame, Frame>): string {
  const root = ROOTS.get(node.callFrame.functionName);
  if (root !== undefined) return root;
  for (let at: Frame | undefined = node; at; at = callers.get(at)) {
    const { url } = at.callFrame;
    const part = url === '' ? undefined : PARTS.find(([, files]) => files.test(url));
    if (part) return part[0];
  }
  return 'Node.js';
}

function nameOf({ callFrame: { functionName, url, lineNumber } }: Frame): string {
  const file = url.replace(/^.*\/node_modules\//, '').replace(/^.*\/(src|test)\//, '$1/');
  return `${functionName || '(anonymous)'}${file === '' ? '' : ` ${file}:${lineNumber + 1}`}`;
}

function sharesBy(profile: Profile, keyOf: (node: Frame) => string): ReadonlyMap<string, number> {
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  const shares = new Map<string, number>();
  const { samples = [], timeDeltas = [] } = profile;
  const total = timeDeltas.reduce((sum, delta) => sum + delta, 0);
  for (const [index, id] of samples.entries()) {
    const node = byId.get(id);
    if (!node) continue;
    const key = keyOf(node);
    shares.set(key, (shares.get(key) ?? 0) + (timeDeltas[index + 1] ?? 0) / total);
  }
  return shares;
}

/** @returns the share of the time of each part, between 0 and 1 */
export function sharesByPart(profile: Profile): ReadonlyMap<string, number> {
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  const callers = new Map<Frame, Frame>();
  for (const node of profile.nodes) {
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      if (child) callers.set(child, node);
    }
  }
  const parts = new Map<Frame, string>();
  return sharesBy(profile, (node) => {
    const part = parts.get(node) ?? partOf(node, callers);
    parts.set(node, part);
    return part;
  });
}

/** @returns the share of the time that each function itself takes, without those that it calls */
export function sharesByFunction(profile: Profile): ReadonlyMap<string, number> {
  return sharesBy(profile, nameOf);
}
