import { expect, test } from 'vitest';
import {
  boundary,
  catchEvent,
  end,
  error,
  escalation,
  message,
  processFile,
  receiveTask,
  root,
  serviceTask,
  signal,
  start,
  subProcess,
  throwEvent,
} from '../../../support/bpmn-xml.ts';
import { readXml } from '../../../support/inner/model.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'reference-is-name';

test('a reference of an event that names no element of the file is the code or name itself', async () => {
  const xml = processFile(
    [
      start(),
      serviceTask('a'),
      boundary('b', 'a', error('NO MONEY')),
      catchEvent('c', signal('alert')),
      receiveTask('r', 'paid'),
      subProcess('s', [start('s1'), throwEvent('t', escalation('HELP')), end('s2')], 's1 > t > s2'),
      end(),
    ],
    'start > a > c > r > s > end; b > end',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'warning b: "b" refers to NO MONEY (errorRef), but the file has no such element: it is used as the code of its error.',
    'warning c: "c" refers to alert (signalRef), but the file has no such element: it is used as the name of its signal.',
    'warning r: "r" refers to paid (messageRef), but the file has no such element: it is used as the name of its message.',
    'warning t: "t" refers to HELP (escalationRef), but the file has no such element: it is used as the code of its escalation.',
  ]);
  const { model, problems } = await readXml(xml);
  expect(problems.filter(({ guess }) => guess).map(({ elementId }) => elementId)).toEqual(['b', 'c', 'r', 't']);
  const told = [...(model?.events.values() ?? [])].map(({ nodeId, trigger }) => [
    nodeId,
    'name' in trigger ? trigger.name.text : 'code' in trigger ? trigger.code : undefined,
  ]);
  expect(Object.fromEntries(told)).toEqual({ b: 'NO MONEY', c: 'alert', r: 'paid', t: 'HELP' });
});

test('the same reference is the same everywhere, and does not take the id of something else', async () => {
  const xml = processFile(
    [start(), catchEvent('c', signal('alert')), catchEvent('d', signal('alert')), end('signal-alert')],
    'start > c > d > signal-alert',
  );
  expect(await findProblems(xml, 'duplicate-id')).toEqual([]);
  const { model } = await readXml(xml);
  expect([...(model?.events.values() ?? [])].map(({ nodeId }) => nodeId)).toEqual(['c', 'd']);
});

test('a reference with the prefix of a namespace names the element behind the colon', async () => {
  const xml = processFile([start(), catchEvent('c', message('tns:m')), end()], 'start > c > end', {
    roots: root('message', 'm', { name: 'paid' }),
  });
  expect(await findProblems(xml, rule)).toEqual([]);
  const { model } = await readXml(xml);
  expect(model?.events.get('c')?.trigger).toMatchObject({ kind: 'message', name: { text: 'paid' } });
});
