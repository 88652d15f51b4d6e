import { expect, test } from 'vitest';
import {
  boundary,
  catchEvent,
  element,
  end,
  processFile,
  root,
  start,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { prepareAccepted } from './prepare.ts';

const roots = [
  root('message', 'm', { name: 'paid' }),
  '<messageEventDefinition id="order-paid" messageRef="m"/>',
  element('timerEventDefinition', { id: 'late' }, element('timeDuration', { 'xsi:type': 'tFormalExpression' }, 'PT1H')),
  '<conditionalEventDefinition id="big" camunda:variableName="sum"><condition xsi:type="tFormalExpression">${sum &gt; 5}</condition></conditionalEventDefinition>',
].join('');
const refer = (...ids: readonly string[]) => ids.map((id) => element('eventDefinitionRef', {}, id)).join('');

test('definitions that stand outside of events are copied into all that refer to them', async () => {
  const xml = processFile(
    [
      start(),
      userTask('a'),
      boundary('b', 'a', refer('late', 'order-paid')),
      catchEvent('c', refer('late')),
      catchEvent('d', timer('PT2H') + refer('big')),
      end(),
    ],
    'start > a > c > d > end; b > end',
    { roots },
  );
  const prepared = await prepareAccepted(xml);
  const { events } = prepared.model;
  const message = { kind: 'message', name: { text: 'paid' } };
  const duration = (text: string) => ({ kind: 'timer', form: 'duration', value: { text } });
  expect(events.get('b')).toMatchObject({ trigger: duration('PT1H'), also: [message] });
  expect(events.get('c')).toMatchObject({ trigger: duration('PT1H') });
  const condition = { kind: 'condition', condition: { text: '${sum > 5}' }, variables: ['sum'] };
  expect(events.get('d')).toMatchObject({ trigger: duration('PT2H'), also: [condition] });
  expect((await prepareAccepted(prepared.xml)).xml).toBe(prepared.xml);
});
