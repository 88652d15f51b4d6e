import type { NetRun } from './agenda.ts';
import type { GraphNode } from './graph.ts';
import { beginLoop } from './iterations.ts';
import { endVisit, leaveNode } from './leave-node.ts';
import { arm, armBoundaries } from './listeners.ts';
import { NetError } from './net-error.ts';
import { openCall, openScope, terminate } from './scopes.ts';
import type { Id } from './state.ts';

export interface Entry {
  readonly scope: Id;
  readonly node: GraphNode;
  /** The tokens that it comes from. */
  readonly from: readonly Id[];
  /** Of an event sub-process: the start event that has fired. */
  readonly start?: GraphNode;
  /** The event has happened already: the token does not wait for it. */
  readonly hasHappened?: true;
}

/** A token comes to a node, and does what the node says, until it waits or leaves. */
export function enterNode(run: NetRun, { scope, node, from, start, hasHappened }: Entry): void {
  const { marking, agenda, ports } = run;
  const id = marking.addToken({ scope, node: node.id });
  agenda.spend(id, node, from);
  if (marking.isCrowded(scope, node, run.maxTokens))
    throw new NetError('tokens', `More than ${run.maxTokens} tokens are at ${node.id} at once.`, node.id);
  ports.tell({ kind: 'entered', at: marking.place(id), from });
  if (hasHappened) {
    leaveNode(run, id);
    return;
  }
  armBoundaries(run, id);
  if (node.loop) beginLoop(run, id);
  else begin(run, id, start);
}

/** One iteration begins of what a token has arrived at. */
export function enterIteration(run: NetRun, root: Id): void {
  const { marking, agenda, ports } = run;
  const { scope, node = '', tally, awaits } = marking.token(root);
  if (!tally || awaits !== undefined) return;
  const id = marking.addToken({ scope, node, of: root, iteration: tally.begun });
  tally.begun += 1;
  agenda.spend(id, marking.nodeAt(id), [root]);
  ports.tell({ kind: 'entered', at: marking.place(id), from: [root] });
  begin(run, id);
}

function begin(run: NetRun, id: Id, start?: GraphNode): void {
  const { marking, agenda, ports } = run;
  const { node } = marking.place(id);
  switch (node.kind) {
    case 'activity':
      if (ports.run(marking.place(id)) === 'done') agenda.push({ kind: 'finish', token: id });
      break;
    case 'sub-process':
      openScope(
        run,
        { definition: marking.scope(marking.token(id).scope).definition, node: node.id, token: id },
        start,
      );
      break;
    case 'call':
      beginCall(run, id);
      break;
    case 'catch':
      if (node.events.every(({ kind }) => kind === 'link')) agenda.push({ kind: 'finish', token: id });
      else arm(run, id, node);
      break;
    case 'event-based':
      for (const { target } of node.outgoing) arm(run, id, target);
      break;
    case 'throw':
    case 'end':
      throwEvents(run, id, node);
      break;
    case 'exclusive':
    case 'inclusive':
    case 'parallel':
    case 'start':
    case 'boundary':
      agenda.push({ kind: 'finish', token: id });
  }
}

/** Asks which process is called, and begins it. */
export function beginCall(run: NetRun, id: Id): void {
  const { marking, ports } = run;
  const token = marking.token(id);
  const definition = ports.callProcess(marking.place(id));
  delete token.awaits;
  if (definition === 'later') token.awaits = 'callProcess';
  else openCall(run, id, definition.definition);
}

/** A terminate ends its scope at once; a link leads on. Anything else is delivered when nothing can move. */
function throwEvents(run: NetRun, id: Id, node: GraphNode): void {
  const { marking, agenda } = run;
  const { scope } = marking.token(id);
  const [first] = node.events;
  if (first?.kind === 'terminate') {
    endVisit(run, id);
    terminate(run, scope, first.ends);
  } else if (first?.kind === 'link') {
    const to = node.scope.nodes.find(
      ({ kind, events }) => kind === 'catch' && events.some((each) => each.kind === 'link' && each.name === first.name),
    );
    leaveNode(run, id, to);
  } else if (first === undefined) agenda.push({ kind: 'finish', token: id });
  else {
    // What ends the surrounding scope comes last.
    const indexes = [...node.events.keys()];
    const isError = (index: number) => node.events[index]?.kind === 'error';
    agenda.thrown.push({
      token: id,
      indexes: [...indexes.filter((each) => !isError(each)), ...indexes.filter(isError)],
    });
  }
}
