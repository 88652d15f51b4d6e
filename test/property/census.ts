import type { Happening } from './drive.ts';
import { type Block, type Branch, blocksOf, CONTAINERS, LEAVES, type Part, type Signing } from './shape.ts';

/** In how many processes of a run something occurred. */
export interface Census {
  count(block: Block, happenings: ReadonlySet<Happening>): void;
  /** What occurred in less than that share of the processes, or never. */
  findRare(share: number): readonly string[];
  describe(): string;
}

const NESTED = CONTAINERS.flatMap((outer) => [...CONTAINERS, ...LEAVES].map((inner) => `${inner} in ${outer}`));

const VARIANTS = [
  ...['button', 'flag', 'text', 'conditions'].map((by) => `choice by ${by}`),
  ...['button', 'flag', 'text', 'conditions', 'votes'].map((by) => `rework by ${by}`),
  ...['flags', 'conditions', 'all'].map((by) => `inclusive by ${by}`),
  ...['choice', 'inclusive'].flatMap((kind) => [`${kind} with default`, `${kind} without default`]),
  ...['choice', 'vote', 'parallel', 'inclusive'].map((kind) => `end inside ${kind}`),
  ...['choice', 'parallel', 'inclusive'].map((kind) => `empty branch of ${kind}`),
  ...['rework to the decision', 'rework to an earlier node'],
  ...['sign', 'vote', 'services'].flatMap((use) => [
    `${use} side by side`,
    `${use} one after the other`,
    ...['list', 'number', 'variable'].map((over) => `${use} over ${over}`),
    `${use} of nobody`,
    `${use} of one`,
  ]),
  ...['sign', 'vote'].flatMap((use) =>
    ['all', 'any', 'count', 'percent', 'nothing'].map((rule) => `${use} until ${rule}`),
  ),
  ...['sign', 'vote'].map((use) => `${use} with the same person twice`),
  ...['sign until counter', 'sign until flag', 'services until counter', 'services until nothing'],
] as const;

const HAPPENINGS: readonly Happening[] = [
  'rework',
  'gone tasks',
  'gone jobs',
  'held report',
  'hold over',
  'step after a hold that nobody ended',
  'continuation',
  'continuation from the start',
  'inclusive join released',
  'inclusive join released by another branch',
  'failed step',
  'stale press',
  'doubled press',
  'late result',
  'end without a press',
];

export function createCensus(): Census {
  const counts = new Map<string, number>(
    [...CONTAINERS, ...LEAVES, ...NESTED, ...VARIANTS, ...HAPPENINGS].map((name) => [name, 0]),
  );
  let processes = 0;
  return {
    count(block, happenings) {
      processes += 1;
      for (const name of new Set([...namesIn(block), ...happenings])) counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    findRare: (share) =>
      [...counts]
        .filter(([, count]) => count < Math.max(1, share * processes))
        .map(([name, count]) => `${name}: ${count} of ${processes}`),
    describe: () =>
      [...counts].map(([name, count]) => `${name} ${((100 * count) / processes).toFixed(0)} %`).join(', '),
  };
}

function namesIn(block: Block): string[] {
  return block.flatMap((part) => [
    part.kind,
    ...blocksOf(part).flatMap((inner) => inner.map(({ kind }) => `${kind} in ${part.kind}`)),
    ...variantsOf(part),
    ...blocksOf(part).flatMap(namesIn),
  ]);
}

function variantsOf(part: Part): string[] {
  switch (part.kind) {
    case 'sign':
    case 'services':
      return signingNames(part.kind, part.loop);
    case 'vote':
      return [...signingNames('vote', part.loop), ...branchNames(part.kind, part.branches)];
    case 'choice':
    case 'inclusive': {
      const fallback =
        part.by === 'button' || part.by === 'all' ? [] : [`${part.kind} with${part.fallback ? '' : 'out'} default`];
      return [`${part.kind} by ${part.by}`, ...fallback, ...branchNames(part.kind, part.branches)];
    }
    case 'parallel':
      return branchNames(part.kind, part.branches);
    case 'rework':
      return [
        `rework by ${part.by}`,
        part.backTo === part.body.length ? 'rework to the decision' : 'rework to an earlier node',
      ];
    default:
      return [];
  }
}

function branchNames(kind: string, branches: readonly Branch[]): string[] {
  return [
    ...(branches.some(({ ends }) => ends) ? [`end inside ${kind}`] : []),
    ...(kind !== 'vote' && branches.some(({ ends, block }) => !ends && block.length === 0)
      ? [`empty branch of ${kind}`]
      : []),
  ];
}

function signingNames(use: 'sign' | 'vote' | 'services', { sequential, over, people, completion }: Signing): string[] {
  const rule = completion?.kind === 'rule' ? completion.rule.kind : (completion?.kind ?? 'nothing');
  const twice = use !== 'services' && over === 'list' && new Set(people).size < people.length;
  return [
    `${use} ${sequential ? 'one after the other' : 'side by side'}`,
    `${use} over ${over}`,
    `${use} until ${rule}`,
    ...(people.length === 0 ? [`${use} of nobody`] : people.length === 1 ? [`${use} of one`] : []),
    ...(twice ? [`${use} with the same person twice`] : []),
  ];
}
