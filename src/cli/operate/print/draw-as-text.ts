import { type InstanceDiagram, readInstanceDiagram } from '../../../bridge/answers/instance-diagram.ts';
import { BridgeError } from '../../../errors.ts';
import type { Store } from '../../../store/store.ts';
import { readDefinitionFacts } from '../diff/read-definition-facts.ts';

/**
 * The diagram of an instance, a line for each node, in the order in which tokens reach them: its mark, id, element, name and
 * the nodes behind it. Nodes of called processes are not in the file.
 * @returns no lines if the definition cannot be read, which is no reason to show nothing of the instance
 */
export async function drawAsText(store: Store, instanceId: string): Promise<string[]> {
  try {
    return await draw(await readInstanceDiagram(store, instanceId));
  } catch (error) {
    if (error instanceof BridgeError) return [];
    throw error;
  }
}

async function draw({ xml, nodes }: InstanceDiagram): Promise<string[]> {
  const facts = await readDefinitionFacts(xml);
  const behind = new Map<string, string[]>();
  for (const { from = '', to = '' } of facts.flows.values()) behind.set(from, [...(behind.get(from) ?? []), to]);
  const ids = inOrder([...facts.nodes.keys()], behind);
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => text.length));
  const idWidth = widest(ids);
  const typeWidth = widest(ids.map((id) => facts.nodes.get(id)?.type ?? ''));
  return ids.map((id) => {
    const { type = '', name = '' } = facts.nodes.get(id) ?? {};
    const mark = nodes.current.includes(id) ? '▶' : nodes.done.includes(id) ? '✓' : ' ';
    const next = behind.get(id) ?? [];
    const way = next.length === 0 ? '' : `→ ${next.join(', ')}`;
    const words = [type.padEnd(typeWidth), name === '' ? '' : `"${name}"`, way].filter((word) => word !== '');
    return `${mark} ${id.padEnd(idWidth)}  ${words.join('  ')}`.trimEnd();
  });
}

/** Along the flows, from the nodes that no flow leads to, in the order of the file. */
function inOrder(ids: readonly string[], behind: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const entered = new Set([...behind.values()].flat());
  const ordered = new Set<string>();
  const walk = (first: string) => {
    const waiting = [first];
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      if (ordered.has(id)) continue;
      ordered.add(id);
      waiting.push(...(behind.get(id) ?? []));
    }
  };
  for (const id of ids.filter((each) => !entered.has(each))) walk(id);
  // A loop that nothing else leads to.
  for (const id of ids) walk(id);
  return [...ordered].filter((id) => ids.includes(id));
}
