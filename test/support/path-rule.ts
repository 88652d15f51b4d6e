import type { CompiledDefinition, StepResult } from './inner/plugin.ts';

/**
 * Holds the path that each step notes against the diagram, whatever the shape: who is somewhere came there over flows that
 * were taken, and who took a flow was where it leads.
 * The definition may grow from step to step, by called processes.
 * @returns what is wrong with the path after this step
 */
export function createPathRule(): (definition: CompiledDefinition, result: StepResult) => string[] {
  const taken = new Set<string>();
  const reached = new Set<string>();

  return ({ model: { graph } }, { changes: { path, created, jobsCreated, ended } }) => {
    const { flows: drawn, nodes } = graph;
    for (const id of path.flows) taken.add(id);
    for (const id of path.nodes) reached.add(id);
    const current = new Set(path.current);
    const ways = [...taken].flatMap((id) => drawn.get(id) ?? []);
    const faults: string[] = [];
    const expect = (holds: boolean, fault: string) => void (holds || faults.push(`path: ${fault}`));

    for (const id of path.flows) {
      const flow = drawn.get(id);
      expect(flow !== undefined, `no flow ${id} is drawn`);
      if (!flow) continue;
      expect(reached.has(flow.source.id), `${id} was taken, and nothing was at ${flow.source.id}`);
      const arrived = reached.has(flow.target.id) || current.has(flow.target.id) || ended;
      expect(arrived, `${id} was taken, and nothing came to ${flow.target.id}`);
    }
    for (const id of [...path.nodes, ...path.current]) {
      expect(nodes.has(id), `no node ${id} is drawn`);
      const leadsHere = [...drawn.values()].filter(({ target }) => target.id === id);
      const isCome = leadsHere.length === 0 || ways.some(({ target }) => target.id === id);
      expect(isCome, `something was at ${id}, and no flow to it was taken`);
    }
    // A condition that is a script is asked before its event occurs, and a late call is not drawn.
    const called = jobsCreated.filter(({ kind }) => kind === 'service');
    // A step that ends the instance may create a task and take it away.
    for (const { nodeId } of ended ? [] : [...created, ...called]) {
      expect(reached.has(nodeId), `${nodeId} was created, and nothing reached it`);
    }
    expect(
      ended ? current.size === 0 : current.size > 0,
      `${ended ? 'it ended' : 'it runs'}, and ${[...current]} is current`,
    );
    return faults;
  };
}
