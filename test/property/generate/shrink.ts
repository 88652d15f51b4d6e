import {
  type Block,
  type Branch,
  blocksOf,
  type Choice,
  type Inclusive,
  type Parallel,
  type Part,
  type Pool,
  type Sub,
} from './shape.ts';

/** Pools that are a little smaller, the smallest first: one alone, or with a smaller block. */
export function shrinkPools(pools: readonly Pool[]): (readonly Pool[])[] {
  const alone = pools.length > 1 ? pools.map(({ startedBy: _, ...pool }) => [pool]) : [];
  const smaller = pools.flatMap((pool, index) =>
    shrinkBlock(pool.block).map((block) => pools.with(index, { ...pool, block })),
  );
  return [...alone, ...smaller];
}

/** Blocks that are a little smaller, the smallest first: without a part, or with a part in the place of what holds it. */
function shrinkBlock(block: Block): Block[] {
  return block.flatMap((part, index) => {
    const replace = (parts: readonly Part[]) => [...block.slice(0, index), ...parts, ...block.slice(index + 1)];
    return [replace([]), ...blocksOf(part).map(replace), ...shrinkPart(part).map((smaller) => replace([smaller]))];
  });
}

function shrinkPart(part: Part): Part[] {
  switch (part.kind) {
    case 'rework':
      return shrinkBlock(part.body).map((body) => ({ ...part, body, backTo: Math.min(part.backTo, body.length) }));
    case 'vote':
      return shrinkBranches(part.branches).flatMap(([approve, reject]) =>
        approve && reject ? [{ ...part, branches: [approve, reject] as const }] : [],
      );
    case 'choice':
    case 'parallel':
    case 'inclusive':
      return [
        ...part.branches.flatMap((_, index) =>
          part.branches.length > 2 && index > 0 ? [withoutBranch(part, index)] : [],
        ),
        ...shrinkBranches(part.branches).map((branches) => ({ ...part, branches })),
      ];
    case 'sub':
    case 'call':
    case 'multi':
      return [
        ...shrinkBlock(part.block).map((block) => ({ ...part, block })),
        ...(part.apart ? [{ ...part, apart: false }] : []),
        ...(part.late ? [withoutLate(part)] : []),
        ...(part.passes ? [withoutPasses(part)] : []),
        ...(part.kind === 'call' ? [{ ...withoutLate(withoutPasses(part)), kind: 'sub' as const, apart: false }] : []),
        ...(part.closing ? [withoutClosing(part)] : []),
        ...(part.startless ? [{ ...part, startless: false }] : []),
      ];
    case 'several':
      return [
        ...part.ways.flatMap((_, index) =>
          part.ways.length > 2 ? [{ ...part, ways: part.ways.toSpliced(index, 1) }] : [],
        ),
        ...part.ways.flatMap((way, index) => (way.length > 0 ? [{ ...part, ways: part.ways.with(index, []) }] : [])),
        ...shrinkBlock(part.block).map((block) => ({ ...part, block })),
        ...(part.closing ? [withoutClosing(part)] : []),
      ];
    case 'aside':
      return shrinkBlock(part.block).map((block) => ({ ...part, block }));
    case 'race':
      return [
        ...part.branches.flatMap((_, index) =>
          part.branches.length > 2 && index > 0 ? [{ ...part, branches: part.branches.toSpliced(index, 1) }] : [],
        ),
        ...part.branches.flatMap((branch, index) =>
          shrinkBranches([branch]).flatMap(([smaller]) =>
            smaller ? [{ ...part, branches: part.branches.with(index, { ...branch, ...smaller }) }] : [],
          ),
        ),
      ];
    case 'edge':
      return [
        ...part.edges.flatMap((_, index) =>
          part.edges.length > 1 ? [{ ...part, edges: part.edges.toSpliced(index, 1) }] : [],
        ),
        ...shrinkPart(part.host).map((host) => ({ ...part, host })),
        ...part.edges.flatMap((edge, index) =>
          shrinkBranches([edge.branch]).flatMap(([branch]) =>
            branch ? [{ ...part, edges: part.edges.with(index, { ...edge, branch }) }] : [],
          ),
        ),
      ];
    case 'sign':
    case 'services':
      return [
        ...(part.loop.people.length > 2
          ? [{ ...part, loop: { ...part.loop, people: part.loop.people.slice(0, 2) } }]
          : []),
        ...(part.loop.shared ? [{ ...part, loop: { ...part.loop, shared: false } }] : []),
      ];
    case 'task':
    case 'link':
      return [];
    default:
      return [{ kind: 'task' }];
  }
}

function withoutBranch(part: Choice | Inclusive | Parallel, index: number): Part {
  const branches = part.branches.toSpliced(index, 1);
  if (part.kind === 'parallel' || !part.conditions) return { ...part, branches };
  return { ...part, branches, conditions: part.conditions.toSpliced(index, 1) };
}

function shrinkBranches(branches: readonly Branch[]): Branch[][] {
  return branches.flatMap((branch, index) => [
    ...(branch.closing ? [branches.with(index, withoutClosing(branch))] : []),
    ...shrinkBlock(branch.block).map((block) => branches.with(index, { ...branch, block })),
  ]);
}

const withoutLate = ({ late: _, ...part }: Sub): Sub => part;
const withoutPasses = ({ passes: _, ...part }: Sub): Sub => part;

function withoutClosing<Part extends { readonly closing?: unknown }>({
  closing: _,
  ...part
}: Part): Omit<Part, 'closing'> {
  return part;
}
