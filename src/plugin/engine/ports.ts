import { ActivityError } from 'bpmn-elements';
import type { GraphFlow } from '../../net/graph.ts';
import type { Later, LoopAt, NetPorts, TokenAt } from '../../net/ports.ts';
import { giveUp } from './activities.ts';
import type { Guests } from './guests.ts';
import type { LinkedPorts } from './link.ts';
import { countIterations, goesOn, isEnough } from './loops.ts';
import { messageOf } from './message.ts';
import { answering, type Run } from './run.ts';
import { setTimer } from './timers.ts';

/** The name of what has no reference. */
export const ANONYMOUS = 'anonymous';

/** What the net asks, answered from the environment of the engine. @param tellAll tells listeners what has changed */
export function createPorts(run: Run, guests: Guests, tellAll: () => void): NetPorts {
  return {
    graphOf: () => run.drawing.graph,
    choose: () => undefined,
    takes: (at, flow) => run.chosen.get(at.id)?.includes(flow.id) ?? takesFlow(run, at, flow),
    noFlow(at) {
      throw new ActivityError(`<${at.node.id}> no conditional flow taken`, messageAt(run, at) as never);
    },
    countIterations: (at) => (run.started.has(at.id) ? countIterations(run, at) : 'later'),
    goesOn: (at) => (run.started.has(at.id) ? goesOn(run, at) : 'later'),
    isEnough: (at, last) => isEnough(run, at, last),
    run: () => 'waits',
    giveUp: (at) => giveUp(run, guests, at),
    callProcess() {
      throw new TypeError('A call activity waits for the process that it calls, as any activity does.');
    },
    setTimer: (at, before) => setTimer(run, at, before),
    nameOf: ({ event }) => ({ name: ('ref' in event && event.ref) || ANONYMOUS }),
    // Conditions are asked when their wait is told, and when they are signalled.
    holds: () => false,
    changes: () => undefined,
    opened: (at) => void run.changes.push({ kind: 'opened', at }),
    closed({ id, scope }, how) {
      const { output } = run.viewOf(id).environment;
      if (how === 'completed' && scope.token !== undefined) run.setOutput(scope.token, { output: { ...output } });
      run.contents.gone.scopes.set(id, scope);
      run.closeView(id);
    },
    uncaught(_, { id, node }) {
      run.error =
        run.thrown.get(id)?.error ??
        new ActivityError(`<${node.id}> throws an error that nothing catches`, undefined as never);
    },
    tell(change) {
      const { kind } = change;
      if (kind === 'left' || kind === 'cancelled') run.contents.gone.tokens.set(change.at.id, change.at.token);
      run.changes.push(change);
    },
    moved: tellAll,
  };
}

/** As the link answers; what listeners see and what runs as an element of the host stays here. */
export function linkPorts(run: Run, guests: Guests, own: NetPorts, link: LinkedPorts): NetPorts {
  const isGuest = ({ node }: TokenAt) => run.drawing.guests.has(node.id);
  const hold = (at: TokenAt): 'later' => {
    run.state.held[at.id] = true;
    return 'later';
  };
  return {
    ...link,
    takes: (at, flow) => run.chosen.get(at.id)?.includes(flow.id) ?? link.takes(at, flow),
    countIterations(at) {
      if (!run.started.has(at.id)) return hold(at);
      const count = link.countIterations(at);
      if (count !== 'later') run.state.loops[at.id] = { size: count, ...link.itemsOf?.(at), outputs: [] };
      return count;
    },
    goesOn(at: LoopAt) {
      if (!run.started.has(at.id)) return hold(at);
      run.state.loops[at.id] ??= { outputs: [] };
      return link.goesOn(at);
    },
    // The link is asked when listeners have heard of the token (activities.ts).
    run(at) {
      if (!isGuest(at)) hold(at);
      return 'waits';
    },
    giveUp(at) {
      giveUp(run, guests, at);
      if (!isGuest(at) && !(at.id in run.state.held)) link.giveUp(at);
    },
    opened(scope) {
      link.opened(scope);
      own.opened(scope);
    },
    closed(scope, how) {
      link.closed(scope, how);
      own.closed(scope, how);
    },
    tell(change) {
      link.tell(change);
      own.tell(change);
    },
    moved() {
      link.moved?.();
      own.moved?.();
    },
  };
}

function messageAt(run: Run, at: TokenAt) {
  const { output } = run.outputs.get(at.id) ?? {};
  return messageOf({ ...run.contentOf(at), ...(output !== undefined && { output }) });
}

/** A condition, which may be a script that answers later. */
function takesFlow(run: Run, at: TokenAt, flow: GraphFlow): Later<boolean> {
  const key = `${at.id}/${flow.id}`;
  const element = run.viewOf(at.token.scope).context.getSequenceFlowById(flow.id);
  const message = messageAt(run, at);
  let isLate = false;
  if (!run.answers.has(key))
    answering<readonly [error: Error | null | undefined, result: unknown]>(
      run,
      (answer) => element.evaluate(message as never, (error, result) => answer([error, result])),
      (answer) => {
        run.answers.set(key, answer);
        if (isLate) run.net.answer(at.id);
      },
    );
  isLate = true;
  const answer = run.answers.get(key);
  if (!answer) return 'later';
  const [error, result] = answer;
  if (error) throw new ActivityError(error.message, message as never, error);
  return Boolean(result);
}
