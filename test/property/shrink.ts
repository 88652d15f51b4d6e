import type { Block, Branch, Part } from './shape.ts';

/** Blocks that are a little smaller, the smallest first: without a part, or with a part in the place of what holds it. */
export function shrinkBlock(block: Block): Block[] {
  return block.flatMap((part, index) => {
    const replace = (parts: readonly Part[]) => [...block.slice(0, index), ...parts, ...block.slice(index + 1)];
    return [replace([]), ...innerBlocks(part).map(replace), ...shrinkPart(part).map((smaller) => replace([smaller]))];
  });
}

function innerBlocks(part: Part): readonly Block[] {
  if (part.kind === 'rework') return [part.body];
  return 'branches' in part ? part.branches.map(({ block }) => block) : [];
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
          part.branches.length > 2 && index > 0 ? [{ ...part, branches: part.branches.toSpliced(index, 1) }] : [],
        ),
        ...shrinkBranches(part.branches).map((branches) => ({ ...part, branches })),
      ];
    case 'sign':
    case 'services':
      return part.loop.people.length > 2
        ? [{ ...part, loop: { ...part.loop, people: part.loop.people.slice(0, 2) } }]
        : [];
    case 'task':
      return [];
    default:
      return [{ kind: 'task' }];
  }
}

function shrinkBranches(branches: readonly Branch[]): Branch[][] {
  return branches.flatMap((branch, index) =>
    shrinkBlock(branch.block).map((block) => branches.with(index, { ...branch, block })),
  );
}
