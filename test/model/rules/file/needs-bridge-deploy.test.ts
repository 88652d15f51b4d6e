import { expect, test } from 'vitest';
import {
  callActivity,
  catchEvent,
  end,
  fileWith,
  link,
  processFile,
  root,
  start,
  throwEvent,
  userTask,
} from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'needs-bridge-deploy';

test('calls and links are refused in a file that is read as it stands', async () => {
  const xml = processFile(
    [
      start(),
      callActivity('call', 'other', { name: 'Check' }),
      throwEvent('out', link('over')),
      catchEvent('in', link('over')),
      end(),
    ],
    'start > call > out; in > end',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error call: "Check" is a call activity, which runs only in a deployed file.',
    'error out: "out" is a link intermediate throw event, which runs only in a deployed file.',
    'error in: "in" is a link intermediate catch event, which runs only in a deployed file.',
  ]);
});

test('so is an event whose definition stands outside of it, which the engine would not find', async () => {
  const roots = `${root('message', 'm', { name: 'm' })}<messageEventDefinition id="elsewhere" messageRef="m"/>`;
  const xml = fileWith(catchEvent('wait', '<eventDefinitionRef>elsewhere</eventDefinitionRef>'), { roots });
  expect(await findProblems(xml, rule)).toEqual([
    'error wait: "wait" is an intermediate catch event whose definition is outside the event (eventDefinitionRef), which runs only in a deployed file.',
  ]);
});

test('a file without them is fine', async () => {
  expect(await findProblems(processFile([start(), userTask('a'), end()], 'start > a > end'), rule)).toEqual([]);
});
