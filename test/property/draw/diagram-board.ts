import { ConditionDiagram, type Way } from './draw-conditions.ts';
import type { EndTrigger, Flow, GraphNode, Variable } from './graph.ts';

/** Flows that have left their source and not reached their target. */
export type Ways = readonly Way[];

/** Nodes and flows with the ids they have in the file, in the scope that is being drawn. */
export class DiagramBoard {
  readonly nodes: GraphNode[] = [];
  readonly flows: Flow[] = [];
  protected readonly conditions: ConditionDiagram;
  /** The sub-process that is being drawn. */
  protected scope: string | undefined;
  /** What the ids of a called process begin with. */
  #prefix = '';
  /** The multi-instance sub-process around it that runs over people. */
  protected memberOf: string | undefined;

  /** @param mark what all ids end with */
  constructor(mark: string) {
    this.conditions = new ConditionDiagram(mark);
  }

  get variables(): readonly Variable[] {
    return this.conditions.variables;
  }

  addNode(letter: string, node: Omit<GraphNode, 'id'>): string {
    const event = node.event && this.conditions.drawEvent(node.event, isWayOn(node));
    return this.placeNode(`${this.#prefix}${this.conditions.number(letter)}`, { ...node, ...(event && { event }) });
  }

  /** @returns its id, which is this very one */
  protected placeNode(id: string, node: Omit<GraphNode, 'id'>): string {
    this.nodes.push({ id, ...(this.scope !== undefined && { scope: this.scope }), ...node });
    return id;
  }

  drawEnd(ways: Ways, event?: EndTrigger): void {
    if (ways.length > 0) this.lead(ways, this.addNode('e', { type: 'endEvent', ...(event && { event }) }));
  }

  protected inside(id: string, isCall: boolean, draw: () => void): void {
    const [scope, prefix, memberOf] = [this.scope, this.#prefix, this.memberOf];
    this.scope = id;
    if (isCall) this.#prefix = `${id}.`;
    draw();
    [this.scope, this.#prefix, this.memberOf] = [scope, prefix, memberOf];
  }

  protected drawNode(letter: string, node: Omit<GraphNode, 'id'>, into: Ways): Ways {
    const source = this.addNode(letter, node);
    this.lead(into, source);
    return [{ source }];
  }

  /** Leads several ways into one flow. */
  protected merge(ways: Ways): Ways {
    return ways.length < 2 ? ways : this.drawNode('x', { type: 'exclusiveGateway' }, ways);
  }

  protected lead(ways: Ways, target: string): void {
    for (const way of ways) {
      const same = this.flows.filter((flow) => flow.source === way.source && flow.target === target).length;
      const id = same === 0 ? `${way.source}-${target}` : `${way.source}-${target}-${same + 1}`;
      this.flows.push({ ...way, id, target });
    }
  }
}

/** Whether a token waits for the event, and does not only lead on beside what it marks or ends it. */
const isWayOn = ({ type }: Pick<GraphNode, 'type'>): boolean => type === 'intermediateCatchEvent';
