import type { Want } from './maker.ts';
import { CONTAINERS, type ContainerKind, LEAVES, type PartKind, SCOPES } from './shape.ts';

/** Event sub-processes stand in scopes only. */
const canHold = (outer: ContainerKind, inner: PartKind): boolean =>
  inner !== 'aside' || SCOPES.some((kind) => kind === outer);

/** Every shape directly inside every other, `inner in outer`. */
export const NESTINGS: readonly string[] = CONTAINERS.flatMap((outer) =>
  [...CONTAINERS, ...LEAVES].filter((inner) => canHold(outer, inner)).map((inner) => `${inner} in ${outer}`),
);

const CHAINS_PER_PROCESS = 2;

/** Every so many processes one has a countersign of more than 50; they take long. */
const CROWD_EVERY = 35;

/** Every so many processes one is in conversation with another. */
const POOLS_EVERY = 6;

export const hasPools = (number: number): boolean => number % POOLS_EVERY === POOLS_EVERY - 1;

/** Nestings that a process is to have: in turn, so that a run has each often enough. */
export function chooseWants(number: number): Want[] {
  if (number % CROWD_EVERY === CROWD_EVERY - 1) return [{ kind: 'sign', inside: [], crowd: true }];
  return Array.from({ length: CHAINS_PER_PROCESS }, (_, index) => chooseChain(number * CHAINS_PER_PROCESS + index));
}

/** Three containers inside each other, with leaves in each. */
function chooseChain(turn: number): Want {
  const count = CONTAINERS.length;
  const at = (index: number): ContainerKind => CONTAINERS[index % count] ?? 'sub';
  const leaf = (index: number): Want => ({ kind: LEAVES[index % LEAVES.length] ?? 'task', inside: [] });
  const [round, outer] = [Math.floor(turn / count), turn % count];
  const [middle, inner] = [outer + round, outer + 2 * round + Math.floor(round / count)];
  const innermost: Want = { kind: at(inner), inside: [leaf(round + inner)] };
  const between: Want = { kind: at(middle), inside: [...held(at(middle), innermost), leaf(round + 3 + middle)] };
  return { kind: at(outer), inside: [...held(at(outer), between), leaf(round + 6 + outer)] };
}

const held = (outer: ContainerKind, want: Want): Want[] => [
  canHold(outer, want.kind) ? want : { kind: 'sub', inside: [want] },
];
