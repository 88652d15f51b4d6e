import { describe, expect, test } from 'vitest';
import { expandCall } from '../../../src/model/prepare/calls/expand-call.ts';
import type { AllowedOperation } from '../../../src/model/ttc/allowed-operations.ts';
import { bpmn, callActivity, end, process, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { readXml } from '../../support/inner/model.ts';
import { findPrepared, prepareAccepted } from './prepare.ts';

const allowing = (allow: string | undefined) => ({ attributes: { 'ttc:allow': allow } });
/** With `camunda:in`, the called process has its own variables, and is drawn in one sub-process deeper. */
const PASSING = { extensions: '<camunda:in variables="all"/>' };
const caller = (target: string, allow: string | undefined, options: Parameters<typeof callActivity>[2] = {}) =>
  processFile(
    [start(), callActivity('call', target, options), userTask('after'), end()],
    'start > call > after > end',
    {
      ...{ id: 'main', ...allowing(allow) },
    },
  );
const check = (allow?: string) =>
  processFile([start('s'), userTask('look'), end('e')], 's > look > e', { id: 'check', ...allowing(allow) });

/** What is allowed on each task, while the option allows `delegate`. */
async function allowedIn(xml: string): Promise<Readonly<Record<string, readonly AllowedOperation[]>>> {
  const { model } = await readXml(xml, { allow: ['delegate'] });
  return Object.fromEntries([...(model?.userTasks ?? [])].map(([id, { allow }]) => [id, allow]));
}

describe.each([
  ['a called process', {}],
  ['a called process with variables of its own', PASSING],
])('%s', (_title, options) => {
  test.each([
    ['claim', 'addSigners', ['addSigners']],
    ['claim', undefined, ['delegate']],
    ['claim', 'none', []],
    [undefined, 'addSigners', ['addSigners']],
  ])('called where %s is allowed, with %s of its own', async (ofCaller, own, allow) => {
    const { xml } = await prepareAccepted(caller('check', ofCaller, options), { check: check(own) });
    const { after, ...called } = await allowedIn(xml);
    expect(after).toEqual(ofCaller === undefined ? ['delegate'] : [ofCaller]);
    expect(called).toEqual({ 'call.look': allow });
    expect((await prepareAccepted(xml)).xml).toBe(xml);
  });
});

test('each of several processes that call each other has its own', async () => {
  const deep = processFile(
    [start(), callActivity('inner', 'check'), userTask('own'), end()],
    'start > inner > own > end',
    {
      ...{ id: 'deep', ...allowing('addSigners') },
    },
  );
  const { xml } = await prepareAccepted(caller('deep', 'claim'), { deep, check: check('claim') });
  expect(await allowedIn(xml)).toEqual({ 'call.inner.look': ['claim'], 'call.own': ['addSigners'], after: ['claim'] });
});

test('also one that is found when a token comes', async () => {
  const { xml: late } = await prepareAccepted(caller('check', 'claim'));
  for (const [own, allow] of [
    ['addSigners', ['addSigners']],
    [undefined, ['delegate']],
  ] as const) {
    const { xml } = await expandCall(late, 'call..call', { processId: 'check', definitionId: 'v1', xml: check(own) });
    expect(await allowedIn(xml)).toEqual({ 'call.look': allow, after: ['claim'] });
  }
});

test('what it allows is checked, also where it is not deployed itself', async () => {
  const main = process('main', [start(), callActivity('call', 'check'), end()], 'start > call > end');
  const parts = [start('s'), userTask('look'), end('e')];
  const inFile = process('check', parts, 's > look > e', { isExecutable: false, ...allowing('claim, fly') });
  const refused = ['ttc-value-invalid call: ttc:allow is "claim, fly", which is not an allowed value.'];
  expect(await findPrepared(bpmn(main, inFile))).toEqual(refused);
  expect(await findPrepared(caller('check', undefined, PASSING), { check: check('claim, fly') })).toEqual(refused);
});
