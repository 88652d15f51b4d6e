import { expect, test } from 'vitest';
import type { EventNode } from '../../../src/model/nodes/event-node.ts';
import {
  boundary,
  catchEvent,
  element,
  end,
  error,
  escalation,
  eventGateway,
  eventSubProcess,
  message,
  node,
  processFile,
  receiveTask,
  root,
  serviceTask,
  signal,
  start,
  subProcess,
  terminate,
  throwEvent,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { readAccepted } from '../read-accepted.ts';

const roots = [
  root('message', 'm', { name: 'order paid' }),
  root('signal', 's', { name: 'stop' }),
  root('error', 'e', { errorCode: 'E1' }),
  root('escalation', 'x', { escalationCode: 'X1' }),
].join('');

/** What an event waits for or throws, in words. */
function describe({ trigger, role }: EventNode): string {
  const what =
    trigger.kind === 'timer'
      ? `${trigger.form} ${trigger.value.text}`
      : 'name' in trigger
        ? trigger.name.text
        : 'code' in trigger
          ? trigger.code
          : 'any';
  const where =
    role.kind === 'boundary'
      ? `boundary of ${role.attachedTo}${role.interrupting ? '' : ', beside it'}`
      : role.kind === 'start'
        ? `start of ${role.scopeId}${role.interrupting ? '' : ', beside the rest'}`
        : role.kind;
  return `${where}: ${trigger.kind} ${what}`;
}

const describeEvents = async (xml: string) =>
  Object.fromEntries([...(await readAccepted(xml)).events].map(([id, event]) => [id, describe(event)]));

test('catch events, receive tasks and what an event-based gateway waits for', async () => {
  const xml = processFile(
    [
      start(),
      eventGateway('g'),
      catchEvent('t', timer('PT1H')),
      catchEvent('c', message('m')),
      receiveTask('r', 'm'),
      catchEvent('sig', signal('s')),
      catchEvent('d', timer('2030-01-01T00:00:00Z')),
      end(),
    ],
    'start > g > t > sig > d > end; g > c > end; g > r > end',
    { roots },
  );
  expect(await describeEvents(xml)).toEqual({
    t: 'catch: timer duration PT1H',
    c: 'catch: message order paid',
    r: 'catch: message order paid',
    sig: 'catch: signal stop',
    d: 'catch: timer date 2030-01-01T00:00:00Z',
  });
});

test('throw events, end events and send tasks without a service; plain ones and terminate are not among them', async () => {
  const xml = processFile(
    [
      start(),
      throwEvent('plain'),
      throwEvent('a', message('m')),
      throwEvent('b', signal('s')),
      throwEvent('c', escalation('x')),
      node('sendTask', 'send', { attributes: { messageRef: 'm' } }),
      node('sendTask', 'call', { attributes: { messageRef: 'm', 'ttc:service': 'mail' } }),
      subProcess('part', [start('ps'), end('pe', { content: error('e') })], 'ps > pe'),
      boundary('caught', 'part', error('e')),
      end('me', { content: message('m') }),
      end('te', { content: terminate() }),
    ],
    'start > plain > a > b > c > send > call > part > me; caught > te',
    { roots },
  );
  expect(await describeEvents(xml)).toEqual({
    a: 'throw: message order paid',
    b: 'throw: signal stop',
    c: 'throw: escalation X1',
    send: 'throw: message order paid',
    pe: 'throw: error E1',
    caught: 'boundary of part: error E1',
    me: 'throw: message order paid',
  });
  expect([...(await readAccepted(xml)).services.keys()]).toEqual(['call']);
});

test('boundary events of each kind; an error always interrupts', async () => {
  const beside = { interrupting: false };
  const xml = processFile(
    [
      start(),
      userTask('a'),
      serviceTask('b'),
      boundary('t', 'a', timer('R3/PT1H'), beside),
      boundary('c', 'a', message('m')),
      boundary('s1', 'a', signal('s'), beside),
      boundary('e1', 'b', error('e'), beside),
      boundary('e2', 'b', error()),
      boundary('x1', 'a', escalation(), beside),
      end(),
    ],
    'start > a > b > end; t > end; c > end; s1 > end; e1 > end; e2 > end; x1 > end',
    { roots },
  );
  expect(await describeEvents(xml)).toEqual({
    t: 'boundary of a, beside it: timer cycle R3/PT1H',
    c: 'boundary of a: message order paid',
    s1: 'boundary of a, beside it: signal stop',
    e1: 'boundary of b: error E1',
    e2: 'boundary of b: error any',
    x1: 'boundary of a, beside it: escalation any',
  });
});

test('starts of event sub-processes and of the process', async () => {
  const late = (id: string, definition: string, isInterrupting?: boolean) =>
    eventSubProcess(
      id,
      [start(`${id}-s`, { content: definition, attributes: { isInterrupting } }), end(`${id}-e`)],
      `${id}-s > ${id}-e`,
    );
  const xml = processFile(
    [
      start(),
      start('told', { content: message('m') }),
      userTask('a'),
      end(),
      late('h1', timer('P1D'), false),
      late('h2', error(), false),
      late('h3', signal('s')),
    ],
    'start > a > end; told > a',
    { roots },
  );
  expect(await describeEvents(xml)).toEqual({
    told: 'process-start: message order paid',
    'h1-s': 'start of h1, beside the rest: timer duration P1D',
    'h2-s': 'start of h2: error any',
    'h3-s': 'start of h3: signal stop',
  });
});

test('a correlation key from the event, from the message, or from Camunda 8', async () => {
  const xml = draw(
    {
      others: [
        receiveTask('own', 'm', { attributes: { 'ttc:correlationKey': '${orderId}' } }),
        catchEvent('shared', message('m')),
        catchEvent('zeebe', message('z')),
      ],
      paths: 'start > own > shared > zeebe > end',
    },
    root('message', 'm', { name: 'paid', 'ttc:correlationKey': '=customer' }) +
      root('message', 'z', { name: 'sent' }, '<zeebe:subscription correlationKey="=parcel"/>'),
  );
  const { events } = await readAccepted(xml);
  const keys = [...events].map(([id, { trigger }]) => [id, trigger.kind === 'message' && trigger.correlationKey?.text]);
  expect(Object.fromEntries(keys)).toEqual({ own: '${orderId}', shared: '=customer', zeebe: '=parcel' });
});

test('names and times may be expressions', async () => {
  const xml = processFile(
    [start(), catchEvent('c', message('m')), catchEvent('t', timer('${due}')), end()],
    'start > c > t > end',
    { roots: element('message', { id: 'm', name: 'paid-${orderId}' }) },
  );
  const { events } = await readAccepted(xml);
  const trigger = events.get('c')?.trigger;
  expect(trigger?.kind === 'message' && trigger.name.evaluate({ orderId: 7 })).toBe('paid-7');
  expect(events.get('t')?.trigger).toMatchObject({ kind: 'timer', value: { text: '${due}', constant: false } });
});
