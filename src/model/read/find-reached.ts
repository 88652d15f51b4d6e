import { isEventSubProcess, reachFrom, startsOf } from '../../net/graph.ts';
import type { DrawnScope, FlowNode } from './diagram.ts';

/** The nodes that a token can reach, including the content of sub-processes. */
export function findReached(process: DrawnScope): ReadonlySet<FlowNode> {
  return reachFrom(findStarts(process), ({ boundaries, outgoing, content }) => [
    ...boundaries,
    ...outgoing.map(({ target }) => target),
    ...(content ? findStarts(content) : []),
  ]);
}

/** The nodes where the tokens of a scope start; all nodes if none is a start, which other rules report. */
function findStarts(scope: DrawnScope): readonly FlowNode[] {
  const starts = scope.nodes.filter(isStart);
  const first = starts.length === 0 && scope.kind === 'sub-process' ? startsOf(scope) : starts;
  if (first.length === 0) return scope.nodes;
  return [...first, ...scope.nodes.filter((node) => isEventSubProcess(node) || isUnattached(node))];
}

function isStart({ kind, events, element }: FlowNode): boolean {
  if (kind === 'start' || element.get('instantiate') === true) return true;
  return kind === 'catch' && events.some((event) => event.kind === 'link');
}

/** A boundary event without a host, which `boundary-on-wrong-host` reports. */
function isUnattached({ kind, host }: FlowNode): boolean {
  return kind === 'boundary' && host === undefined;
}
