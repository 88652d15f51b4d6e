import type { Flow, FlowNode } from '../read/drawing.ts';
import type { Join, Marking, TokenNet, Way } from './token-net.ts';

export interface Settled {
  readonly marking: Marking;
  /** What conditions decided behind the joins that fired. */
  readonly decisions: Way['decisions'];
}

/** Joins that fire one after the other without a rest between them: more are a loop. */
const MAX_FIRED = 40;

/** Fires the joins of a marking until none can; a marking for each way that the tokens may go then. */
export function createSettle(net: TokenNet): (marking: Marking) => readonly Settled[] {
  const reaches = createReaches(net);
  const parallel = net.joins.filter(({ node }) => node.type === 'bpmn:ParallelGateway');
  const inclusive = net.joins.filter(({ node }) => node.type === 'bpmn:InclusiveGateway');

  /** The inputs that a join consumes; undefined where it waits. */
  function inputsOf(marking: Marking): { readonly join: Join; readonly inputs: readonly number[] } | undefined {
    for (const join of parallel) {
      if (join.inputs.every((input) => marking.includes(input))) return { join, inputs: join.inputs };
    }
    for (const join of inclusive) {
      const filled = join.inputs.filter((input) => marking.includes(input));
      if (filled.length > 0 && !mayStillCome(join, filled, marking)) return { join, inputs: filled };
    }
    return undefined;
  }

  /** BPMN 2.0, 10.6.3: as `releaseInclusiveJoins` of the plugin. */
  function mayStillCome(join: Join, filled: readonly number[], marking: Marking): boolean {
    return marking.some((index) => {
      const { anyway, byFlow } = reaches(join, index);
      return anyway.some((input) => !filled.includes(input)) && !byFlow.some((input) => filled.includes(input));
    });
  }

  function settle(from: Settled, depth: number): readonly Settled[] {
    const next = inputsOf(from.marking);
    if (next === undefined) return [from];
    if (depth > MAX_FIRED) return [];
    const left = [...from.marking];
    for (const input of next.inputs) left.splice(left.indexOf(input), 1);
    return next.join.ways.flatMap((way) => {
      if (way.ends) return [];
      const armed = way.to.flatMap((place) => net.armed.get(place) ?? []);
      const marking = [...left, ...way.to, ...armed].sort((a, b) => a - b);
      return settle({ marking, decisions: new Map([...from.decisions, ...way.decisions]) }, depth + 1);
    });
  }

  return (marking) => settle({ marking, decisions: new Map() }, 0);
}

/** The inputs of a join that a token gets to without passing the join. */
interface Reach {
  /** Over boundary events too. */
  readonly anyway: readonly number[];
  readonly byFlow: readonly number[];
}

const NOWHERE: Reach = { anyway: [], byFlow: [] };

function createReaches(net: TokenNet): (join: Join, place: number) => Reach {
  const known = new Map<Join, Map<number, Reach>>(net.joins.map((join) => [join, new Map()]));
  return (join, index) => {
    const before = known.get(join)?.get(index);
    if (before) return before;
    const place = net.places[index];
    const counts = place !== undefined && place.armed === undefined && place.node !== join.node;
    const reach = counts
      ? { anyway: findInputs(net, join, place.node, true), byFlow: findInputs(net, join, place.node, false) }
      : NOWHERE;
    known.get(join)?.set(index, reach);
    return reach;
  };
}

function findInputs(net: TokenNet, join: Join, from: FlowNode, overBoundaries: boolean): readonly number[] {
  const flows = new Set<Flow>();
  const passed = new Set<FlowNode>();
  const open = [from];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (passed.has(node)) continue;
    passed.add(node);
    for (const flow of node.outgoing) {
      if (flow.target === join.node) flows.add(flow);
      else if (flow.target !== undefined) open.push(flow.target);
    }
    if (overBoundaries) open.push(...node.boundaries);
  }
  return join.inputs.filter((input) => {
    const { flow } = net.places[input] ?? {};
    return flow !== undefined && flows.has(flow);
  });
}
