import {
  bpmn,
  catchEvent,
  end,
  exclusive,
  node,
  process,
  root,
  serviceTask,
  signal,
  start,
  throwEvent,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { drawProcess } from '../../support/draw.ts';
import { timerStartSubject } from '../../support/inner/store.ts';

const alarm = root('signal', 'g', { name: 'alarm' });

const NOTE =
  '<ttc:message messageTypeCode="NOTICE" title="Time is up" toPersons="initiator">' +
  '<ttc:param name="text" value="asked by ${initiator}"/></ttc:message>';

/**
 * Waits for a timer between two tasks, tells somebody, and raises an alarm at the end. A press of the first fails before
 * `isBegun` is true. What the timer wakes cannot go on before `isReady` is true, and then calls a service while no task
 * is open.
 */
export const REMINDER = bpmn(
  alarm,
  drawProcess({
    id: 'reminder',
    people: { ask: '${initiator}', answer: 'bo' },
    exclusive: 'begun ready',
    others: [
      catchEvent('wait', timer('PT0.3S')),
      serviceTask('prepare', { service: 'place-order' }),
      node('sendTask', 'tell', { extensions: NOTE }),
      throwEvent('cry', signal('g')),
    ],
    paths: 'start > ask > begun >[${isBegun}] wait > ready >[${isReady}] prepare > tell > answer > cry > end',
  }),
);

/** Looks at nothing in the whole run. */
export const ABSENT = 'gu';

/** Any of those who are asked decides, and one of them is {@link ABSENT}: what lies in that list is gone then. */
export const AGREE = bpmn(
  drawProcess({
    id: 'agree',
    people: { ask: '${initiator}' },
    others: [
      userTask('decide', {
        assignee: '${decider}',
        attributes: { 'ttc:completion': 'any' },
        multiInstance: { collection: '${deciders}', elementVariable: 'decider' },
      }),
    ],
    paths: 'start > ask > decide > end',
  }),
);

/** Whoever checks delegates it, has it back, delegates it again and recalls that: see people.ts. */
export const COUNSEL = bpmn(
  drawProcess({
    id: 'counsel',
    people: { ask: '${initiator}' },
    others: [userTask('check', { assignee: 'bo', attributes: { 'ttc:allow': 'delegate' } })],
    paths: 'start > ask > check > end',
  }),
);

/** Every alarm starts one. */
export const HELP = bpmn(
  alarm,
  process(
    'help',
    [start('heard', { content: signal('g') }), userTask('come', { assignee: 'chen' }), end()],
    'heard > come > end',
  ),
);

/** A timer starts it again and again, so many times. */
export function watchOf(rounds: number, every: string): string {
  return bpmn(
    process(
      'watch',
      [start('due', { content: timer(`R${rounds}/${every}`) }), userTask('look', { assignee: 'dara' }), end()],
      'due > look > end',
    ),
  );
}

/** A timer is to start it, and it cannot be started: that stands as an incident, and is tried again and again. */
export const SPOILT = bpmn(
  process(
    'spoilt',
    [start('due', { content: timer('PT0.3S') }), exclusive('fit'), userTask('look', { assignee: 'dara' }), end()],
    'due > fit >[${false}] look > end',
  ),
);

/** What its incident is about. */
export const SPOILT_START = timerStartSubject({ processId: 'spoilt', startNodeId: 'due' });
