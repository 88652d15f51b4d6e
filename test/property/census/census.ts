import { LANES, SERVICE_TYPES } from '../draw/graph.ts';
import { NESTINGS } from '../generate/nestings.ts';
import { CONTAINERS, HOSTS, LEAVES, type Pool } from '../generate/shape.ts';
import { namesIn, namesOfPools } from './census-names.ts';
import { HAPPENINGS, type Happening } from './happenings.ts';

/** In how many processes of a run something occurred. */
export interface Census {
  count(pools: readonly Pool[], happenings: ReadonlySet<Happening>): void;
  /** What occurred in less than that share of the processes, or never. */
  findRare(share: number): readonly string[];
  describe(): string;
}

const VARIANTS = [
  ...['button', 'flag', 'text', 'conditions', 'computed', 'data'].map((by) => `choice by ${by}`),
  ...['button', 'flag', 'text', 'conditions', 'computed', 'votes', 'data'].map((by) => `rework by ${by}`),
  ...['flags', 'conditions', 'all', 'data'].map((by) => `inclusive by ${by}`),
  ...['choice', 'inclusive'].flatMap((kind) => [`${kind} with default`, `${kind} without default`]),
  ...['choice', 'vote', 'parallel', 'inclusive'].map((kind) => `end inside ${kind}`),
  ...['choice', 'parallel', 'inclusive'].map((kind) => `empty branch of ${kind}`),
  ...['rework to the decision', 'rework to an earlier node'],
  ...['sign', 'vote', 'services', 'multi'].flatMap((use) => [
    `${use} side by side`,
    `${use} one after the other`,
    ...['list', 'number', 'variable'].map((over) => `${use} over ${over}`),
    // Nobody would decide a vote: only changing data leave it without anybody, and then it does not begin.
    ...(use === 'vote' ? [] : [`${use} of nobody`]),
    `${use} of one`,
  ]),
  ...['sign', 'vote'].flatMap((use) =>
    ['all', 'any', 'count', 'percent', 'nothing'].map((rule) => `${use} until ${rule}`),
  ),
  ...['sign', 'vote'].map((use) => `${use} with the same person twice`),
  ...['multi until rule', 'multi until counter', 'multi until nothing'],
  ...HOSTS.map((host) => `event on ${host}`),
  ...['timer', 'message', 'signal', 'condition', 'escalation'].flatMap((kind) => [
    `interrupting ${kind} on an edge`,
    `${kind} on an edge beside`,
    `${kind} event sub-process`,
  ]),
  ...['error on an edge', 'error event sub-process', 'cycle on an edge', 'date', 'interrupting event sub-process'],
  ...['condition that listens to its own variable', 'condition that listens to every variable'],
  ...['timer', 'cycle', 'message', 'signal', 'condition', 'date'].map((kind) => `${kind} of data`),
  'message about data',
  'interrupting condition event sub-process',
  ...['timer', 'message', 'signal', 'condition', 'receive task'].flatMap((kind) => [`race for ${kind}`]),
  ...['timer', 'message', 'signal', 'condition'].map((kind) => `catch ${kind}`),
  ...['message', 'signal', 'escalation'].flatMap((kind) => [`throw ${kind}`, `${kind} end`]),
  ...['error end', 'terminate end', 'throw nothing', 'part without a start event', 'call with iterations'],
  ...['service', 'services'].flatMap((use) => SERVICE_TYPES.map((type) => `${use} by ${type}`)),
  ...LANES.map((lane) => `lane of ${lane}`),
  ...[
    'compute once',
    'compute for each',
    'call of another file',
    'call of the same file',
    'call of a process that data names',
    'call with own variables',
    'call that gives back',
  ],
  ...[
    'looped by data',
    'task of whom a variable names',
    'looped by a condition',
    'looped by a number',
    'looped, tested before',
  ],
  ...['all', 'any', 'count', 'percent', 'counter', 'flag', 'nothing'].map((rule) => `shared until ${rule}`),
  ...['shared sign', 'shared vote', 'rework by votes, shared task', 'event on a shared task'],
  ...['shared of nobody', 'shared of one', 'shared with the same person twice'],
  ...['more than 50 signers', 'several event sub-processes in one scope', 'event sub-process inside a rework loop'],
  ...['event sub-process of a cycle', 'event sub-process of a multi-instance'],
  ...[...CONTAINERS, ...LEAVES]
    .filter((kind) => kind !== 'aside' && kind !== 'link')
    .map((kind) => `several tokens at ${kind}`),
  'several flows from one fork to one node',
  ...['two pools of one file', 'two pools, each in its file', 'pool that a message starts'],
  ...['sign', 'services', 'multi', 'shared'].map((use) => `${use} until data`),
  ...['sign', 'vote', 'services', 'multi', 'shared'].map((use) => `${use} over changing data`),
  ...['sign until counter', 'sign until flag', 'services until counter', 'services until nothing'],
] as const;

export function createCensus(): Census {
  const counts = new Map<string, number>(
    [...CONTAINERS, ...LEAVES, ...NESTINGS, ...VARIANTS, ...HAPPENINGS].map((name) => [name, 0]),
  );
  let processes = 0;
  return {
    count(pools, happenings) {
      processes += 1;
      for (const name of new Set([
        ...pools.flatMap(({ block }) => namesIn(block)),
        ...namesOfPools(pools),
        ...happenings,
      ])) {
        const count = counts.get(name);
        if (count !== undefined) counts.set(name, count + 1);
      }
    },
    findRare: (share) =>
      [...counts]
        .filter(([, count]) => count < Math.max(1, share * processes))
        .map(([name, count]) => `${name}: ${count} of ${processes}`),
    describe: () =>
      [...counts].map(([name, count]) => `${name} ${((100 * count) / processes).toFixed(0)} %`).join(', '),
  };
}
