import { ActivityError } from 'bpmn-elements';
import type { NetPorts, TokenAt } from '../../net/ports.ts';
import type { Instance } from './instance.ts';
import { countIterations, goesOn, isEnough } from './loops.ts';
import { messageOf } from './message.ts';
import { setTimer } from './timers.ts';

/** The name of what has no reference. */
export const ANONYMOUS = 'anonymous';

/** What the net asks, answered from the environment of the engine. */
export function createPorts(instance: Instance): NetPorts {
  const { activities } = instance;
  const messageAt = (at: TokenAt) => messageOf({ ...instance.contentOf(at), ...activities.outputOf(at.id) });
  return {
    graphOf: () => instance.drawing.graph,
    choose: () => undefined,
    takes(at, flow) {
      const chosen = activities.chosenBy(at.id);
      const element = instance.viewOf(at.token.scope).context.getSequenceFlowById(flow.id);
      if (chosen) return chosen.includes(flow.id);
      const message = messageAt(at);
      const result = activities.ask(
        `${at.id}/${flow.id}`,
        at.id,
        (done) => element.evaluate(message as never, done),
        at,
      );
      return result === 'later' ? result : Boolean(result);
    },
    noFlow(at) {
      throw new ActivityError(`<${at.node.id}> no conditional flow taken`, messageAt(at) as never);
    },
    countIterations: (at) => (activities.hasStarted(at.id) ? countIterations(instance, at) : 'later'),
    goesOn: (at) => (activities.hasStarted(at.id) ? goesOn(instance, at) : 'later'),
    isEnough: (at, last) => isEnough(instance, at, last),
    run: () => 'waits',
    giveUp: (at) => activities.giveUp(at),
    callProcess() {
      throw new TypeError('A call activity waits for the process that it calls, as any activity does.');
    },
    setTimer: (at, before) => setTimer(instance, at, before),
    nameOf: ({ event }) => ({ name: ('ref' in event && event.ref) || ANONYMOUS }),
    // It is asked when its wait is told, and when it is signalled.
    holds: () => false,
    changes: () => undefined,
    opened: ({ id }) => instance.narrator.opened(id),
    closed: ({ id, scope }, how) => instance.closed(id, scope, how),
    uncaught: (_, at) => activities.uncaught(at),
    tell: (change) => instance.narrator.add(change),
    moved: () => instance.narrator.tellAll(),
  };
}
