/**
 * Random processes, of which an instance is migrated at a random step to a version with tasks renamed, added behind its
 * tokens, or taken out before them. From then on it must do what an instance of that version does from the same place, and it
 * must report so that the center has the same tasks.
 */
import { expect, test } from 'vitest';
import {
  type BpmnNode,
  bpmn,
  end,
  exclusive,
  inclusive,
  parallel,
  process,
  start,
  subProcess,
  userTask,
} from '../../support/bpmn-xml.ts';
import { compileXml } from '../../support/inner/plugin.ts';
import { createRandom } from '../../support/random.ts';
import { type Scenario, startCompiled } from '../scenario.ts';

type Part =
  | { readonly kind: 'task'; readonly id: string }
  | { readonly kind: 'and' | 'or' | 'xor'; readonly id: string; readonly branches: readonly (readonly Part[])[] }
  | { readonly kind: 'sub'; readonly id: string; readonly parts: readonly Part[] };

type Random = ReturnType<typeof createRandom>;

function makeParts(random: Random, depth: number, next: { id: number }): Part[] {
  return Array.from({ length: 1 + random.below(3) }, (): Part => {
    next.id += 1;
    const { id } = next;
    const kind = depth === 0 ? 0 : random.below(8);
    if (kind < 4) return { kind: 'task', id: `t${id}` };
    if (kind === 7) return { kind: 'sub', id: `s${id}`, parts: makeParts(random, depth - 1, next) };
    const branches = Array.from({ length: 2 + random.below(2) }, () => makeParts(random, depth - 1, next));
    return { kind: (['and', 'or', 'xor'] as const)[kind - 4] ?? 'and', id: `g${id}`, branches };
  });
}

/** Which of the ways an `xor` or `or` goes is in variables, so that two versions go the same way. */
function draw(parts: readonly Part[]): string {
  const drawn = drawScope(parts, 'p');
  return bpmn(process('p', drawn.nodes, drawn.paths));
}

function drawScope(parts: readonly Part[], scope: string): { nodes: BpmnNode[]; paths: string } {
  const [nodes, paths]: [BpmnNode[], string[]] = [[start(`${scope}-start`), end(`${scope}-end`)], []];
  const last = drawParts(parts, `${scope}-start`, nodes, paths);
  paths.push(`${last} > ${scope}-end`);
  return { nodes, paths: paths.join('\n') };
}

function drawParts(parts: readonly Part[], from: string, nodes: BpmnNode[], paths: string[], first = '>'): string {
  let [before, arrow] = [from, first];
  for (const part of parts) {
    if (part.kind === 'task' || part.kind === 'sub') {
      if (part.kind === 'task') nodes.push(userTask(part.id, { assignee: 'ann' }));
      else {
        const inner = drawScope(part.parts, part.id);
        nodes.push(subProcess(part.id, inner.nodes, inner.paths));
      }
      paths.push(`${before} ${arrow} ${part.id}`);
      before = part.id;
    } else {
      const [split, join] = [`${part.id}-split`, `${part.id}-join`];
      // A condition of two parts, so that the task before it gets no button for each way.
      const make = { and: parallel, or: inclusive, xor: exclusive }[part.kind];
      nodes.push(make(split), make(join));
      paths.push(`${before} ${arrow} ${split}`);
      for (const [index, branch] of part.branches.entries()) {
        const isLast = index === part.branches.length - 1;
        const way =
          part.kind === 'and' ? '>' : part.kind === 'xor' && isLast ? '>*' : `>[\${${part.id}_${index} && 1 < 2}]`;
        paths.push(`${drawParts(branch, split, nodes, paths, way)} > ${join}`);
      }
      before = join;
    }
    arrow = '>';
  }
  return before;
}

function waysOf(random: Random, parts: readonly Part[]): Record<string, boolean> {
  const ways: Record<string, boolean> = {};
  for (const part of parts) {
    if (part.kind === 'task') continue;
    const inside = part.kind === 'sub' ? [part.parts] : part.branches;
    for (const [index, branch] of inside.entries()) {
      // One way of an inclusive split is always taken.
      if (part.kind !== 'sub')
        ways[`${part.id}_${index}`] = index === 0 && part.kind === 'or' ? true : random.below(2) === 0;
      Object.assign(ways, waysOf(random, branch));
    }
  }
  return ways;
}

interface Change {
  readonly renamed: ReadonlyMap<string, string>;
  readonly removed: ReadonlySet<string>;
  /** Tasks that get another one behind them. */
  readonly followed: ReadonlySet<string>;
}

function change(parts: readonly Part[], made: Change): Part[] {
  const changed = parts.flatMap((part): Part[] => {
    if (part.kind === 'sub') return [{ ...part, parts: change(part.parts, made) }];
    if (part.kind !== 'task') return [{ ...part, branches: part.branches.map((branch) => change(branch, made)) }];
    if (made.removed.has(part.id)) return [];
    const renamed = { ...part, id: made.renamed.get(part.id) ?? part.id };
    return made.followed.has(part.id) ? [renamed, { kind: 'task', id: `${part.id}-more` }] : [renamed];
  });
  return changed;
}

function tasksIn(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    if (part.kind === 'task') return [part.id];
    return part.kind === 'sub' ? tasksIn(part.parts) : part.branches.flatMap(tasksIn);
  });
}

/** Presses tasks that are not among these until only these are open. */
async function bringTo(instance: Scenario, open: readonly string[]): Promise<void> {
  for (let next = openOf(instance).find((id) => !open.includes(id)); next; ) {
    await instance.press(next);
    next = openOf(instance).find((id) => !open.includes(id));
  }
}

const openOf = ({ open }: Scenario): string[] => (open === '' ? [] : open.split(' '));

/** What the center has open, by the reports it gets. */
function follow(center: Set<string>, reports: readonly string[]): void {
  for (const report of reports) {
    const [, task = '', , next] = /^(?:…)?(\S+) (next|none|end)(?: (\S+))?$/.exec(report) ?? [];
    center.delete(task);
    for (const each of next?.split(',') ?? []) center.add(each);
  }
}

/** A change with which each token can go on: nothing before a join that holds a token loses its flow. */
function makeChange(
  random: Random,
  parts: readonly Part[],
  handled: readonly string[],
  open: readonly string[],
): Change {
  const seen = new Set([...handled, ...open]);
  const renamed = new Map(open.filter(() => random.below(2) === 0).map((id) => [id, `${id}-new`]));
  const removed = new Set(handled.filter(() => random.below(3) === 0));
  const followed = new Set(
    tasksIn(parts).filter((id) => (!seen.has(id) || open.includes(id)) && random.below(3) === 0),
  );
  return { renamed, removed, followed };
}

const RUNS = 80;

test(`${RUNS} random migrations go on as an instance of the new version`, async () => {
  const counts = { migrated: 0, replaced: 0, refused: 0 };
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const random = createRandom(seed);
    const parts = makeParts(random, 2, { id: 0 });
    const ways = waysOf(random, parts);
    const from = await compileXml(draw(parts), {});
    const instance = await startCompiled(from, ways);
    const center = new Set(openOf(instance));
    const handled: string[] = [];
    for (let steps = random.below(6); steps > 0 && openOf(instance).length > 1; steps -= 1) {
      const open = openOf(instance);
      const task = open[random.below(open.length)] ?? '';
      handled.push(task);
      follow(center, await instance.press(task));
    }
    const open = openOf(instance);
    const made = makeChange(random, parts, handled, open);
    const changed = change(parts, made);
    const to = await compileXml(draw(changed), {});
    const before = instance.snapshot;
    const reports = await instance.migrate(to, Object.fromEntries(made.renamed));
    if (instance.snapshot === before) {
      // A join holds a token of a branch whose last task is gone: the flow is another one.
      expect(
        reports.every((each) => / (?:join|tokens)$/.test(each)),
        `seed ${seed}: ${reports}`,
      ).toBe(true);
      expect(made.removed.size, `seed ${seed}: ${reports}`).toBeGreaterThan(0);
      counts.refused += 1;
      continue;
    }
    counts.migrated += 1;
    counts.replaced += made.renamed.size;
    follow(center, reports);
    const expected = open.map((id) => made.renamed.get(id) ?? id).toSorted();
    expect([openOf(instance), [...center].toSorted()], `seed ${seed}`).toEqual([expected, expected]);

    const fresh = await startCompiled(to, ways);
    await bringTo(fresh, expected);
    expect(openOf(fresh), `seed ${seed}`).toEqual(expected);
    while (!instance.ended) {
      const tasks = openOf(instance);
      expect(tasks, `seed ${seed} has a task open`).not.toEqual([]);
      const task = tasks[random.below(tasks.length)] ?? '';
      follow(center, await instance.press(task));
      await fresh.press(task);
      expect([openOf(instance), [...center].toSorted()], `seed ${seed} after ${task}`).toEqual([
        openOf(fresh),
        openOf(fresh),
      ]);
    }
    expect(fresh.ended, `seed ${seed}`).toBe(true);
  }
  expect(counts.migrated).toBeGreaterThan(RUNS / 2);
  expect(counts.replaced).toBeGreaterThan(RUNS / 4);
  expect(counts.refused).toBeGreaterThan(0);
}, 600_000);
