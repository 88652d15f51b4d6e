import { describe, expect, test } from 'vitest';
import {
  boundary,
  bpmn,
  callActivity,
  end,
  error,
  escalation,
  message,
  process,
  processFile,
  root,
  start,
  userTask,
} from '../../support/bpmn-xml.ts';
import { findPrepared, prepare, prepareAccepted } from './prepare.ts';

const caller = (calledElement: string, options: Parameters<typeof callActivity>[2] = {}, id = 'main') =>
  processFile([start(), callActivity('call', calledElement, options), end()], 'start > call > end', { id });
const check = bpmn(process('check', [start('s'), userTask('look', { assignee: 'bo' }), end('e')], 's > look > e'));

/** The calls of a file that are looked for while it runs: `call target`. */
async function lateCalls(...args: Parameters<typeof prepareAccepted>): Promise<readonly string[]> {
  const { model, problems } = await prepareAccepted(...args);
  expect(problems).toEqual([]);
  return [...model.services.values()].flatMap(({ call }) => (call ? [`${call.callId} ${call.target.text}`] : []));
}

describe('a call is looked for when a token comes', () => {
  test('where its process is computed', async () => {
    expect(await lateCalls(caller('${which}'))).toEqual(['call ${which}']);
    const ofZeebe = caller('', { extensions: '<zeebe:calledElement processId="=which"/>' });
    expect(await lateCalls(ofZeebe)).toEqual(['call =which']);
    expect(await findPrepared(caller('${which'))).toEqual([expect.stringContaining('expression-invalid call: ')]);
  });

  test('where it leads back to itself, in its own file or by other files', async () => {
    expect(await lateCalls(caller('main'))).toEqual(['call main']);
    const back = caller('main', {}, 'back');
    expect(await lateCalls(caller('back'), { back })).toEqual(['call back']);
    expect(
      await lateCalls(caller('back'), { back: (await prepareAccepted(back, { main: caller('back') })).xml }),
    ).toEqual(['call back']);
    const [one, two] = [caller('two', {}, 'one'), caller('one', {}, 'two')];
    // What is called may go round; who calls it does not.
    expect(await lateCalls(caller('one'), { one, two })).toEqual(['call.call two']);
  });

  test.each([
    ['camunda:calledElementBinding', 'latest'],
    ['flowable:calledElementType', 'id'],
  ])('where %s is %s', async (name, value) => {
    expect(await lateCalls(caller('check', { attributes: { [name]: value } }), { check })).toEqual(['call check']);
  });

  test('where Camunda 8 asks for the latest', async () => {
    const latest = '<zeebe:calledElement processId="check" bindingType="latest"/>';
    expect(await lateCalls(caller('', { extensions: latest }), { check })).toEqual(['call check']);
  });

  test('where it is not deployed yet, with a warning', async () => {
    const { model, problems } = await prepareAccepted(caller('check'));
    expect(problems).toMatchObject([
      {
        severity: 'warning',
        rule: 'call-target-unknown',
        reason:
          'The call activity "call" calls the process check, which is neither in this file nor deployed: an instance that reaches the call stops with an incident.',
      },
    ]);
    expect(model.services.get('call..call')?.call?.callId).toBe('call');
    expect(model.reserved).toEqual(new Set(['call..start', 'call..call', 'call..flow']));
  });

  test('and what comes out is prepared again without a change', async () => {
    const { xml } = await prepareAccepted(caller('${which}'));
    expect((await prepareAccepted(xml)).xml).toBe(xml);
  });

  test('and may throw whatever its boundary events catch', async () => {
    const xml = processFile(
      [
        start(),
        callActivity('call', '${which}'),
        boundary('failed', 'call', error('x')),
        boundary('late', 'call', escalation('y')),
        end(),
      ],
      'start > call > end; failed > end; late > end',
      { roots: root('error', 'x', { errorCode: 'X' }) + root('escalation', 'y', { escalationCode: 'Y' }) },
    );
    expect(await findPrepared(xml)).toEqual([]);
  });
});

describe('a called process without a plain start', () => {
  const told = (...others: string[]) =>
    processFile(
      [start('s', { content: message('m') }), ...others.map((id) => start(id, { content: message('m') })), end('e')],
      ['s > e', ...others.map((id) => `${id} > e`)].join(';'),
      { id: 'told', roots: root('message', 'm') },
    );

  test('begins at the only start there is, as in Camunda 7 and Flowable', async () => {
    const { model, problems } = await prepareAccepted(caller('told'), { told: told() });
    expect(problems.map(({ severity, rule, reason }) => [severity, rule, reason])).toEqual([
      [
        'warning',
        'call-target-without-start',
        'The call activity "call" calls told, which has no plain start event: the call begins after "s".',
      ],
    ]);
    expect(model.events.size).toBe(0);
  });

  test('and with several waits for a better one', async () => {
    const { model, problems } = await prepareAccepted(caller('told'), { told: told('t') });
    expect(problems.map(({ rule }) => rule)).toEqual(['call-target-without-start']);
    expect(model.services.get('call..call')?.call).toBeDefined();
  });
});

describe('a version that is asked for', () => {
  const asking = (name: string, value: string, more: Readonly<Record<string, string>> = {}) =>
    caller('check', { attributes: { [name]: value, ...more } });

  test.each([
    ['camunda:calledElementBinding', 'version', { 'camunda:calledElementVersion': '3' }],
    ['camunda:calledElementBinding', 'versionTag', { 'camunda:calledElementVersionTag': 'v3' }],
    ['camunda:calledElementBinding', 'deployment', {}],
  ])('by %s=%s is refused where it is not there', async (name, value, more) => {
    const { model, problems } = await prepare(asking(name, value, more), { check });
    expect(model).toBeUndefined();
    expect(problems).toMatchObject([{ severity: 'error', rule: 'call-version-unknown', elementId: 'call' }]);
    expect(problems[0]?.reason).toContain(`${name.replace(':', ' ')}="${value}"`);
  });

  test('by flowable:sameDeployment is the latest where there is no other', async () => {
    const { model, problems } = await prepareAccepted(asking('flowable:sameDeployment', 'true'), { check });
    expect(problems).toMatchObject([{ severity: 'warning', rule: 'call-version-not-kept', guess: true }]);
    expect([...model.userTasks.keys()]).toEqual(['call.look']);
  });

  test('by a tag is taken where it has that tag', async () => {
    const tagged = check.replace('<process id="check"', '<process id="check" camunda:versionTag="v3"');
    const more = { 'camunda:calledElementVersionTag': 'v3' };
    const xml = asking('camunda:calledElementBinding', 'versionTag', more);
    const { model, problems } = await prepareAccepted(xml, { check: tagged });
    expect(problems).toEqual([]);
    expect([...model.userTasks.keys()]).toEqual(['call.look']);
    const ofZeebe = caller('', {
      extensions: '<zeebe:calledElement processId="check" bindingType="versionTag" versionTag="v4"/>',
    });
    expect(await findPrepared(ofZeebe, { check: tagged })).toEqual([
      'call-version-unknown call: The call activity "call" asks for a certain version of check (zeebe bindingType="versionTag" versionTag="v4"), but no deployed process has that tag.',
    ]);
  });

  test('by the deployment is found in the same file', async () => {
    const main = process(
      'main',
      [start(), callActivity('call', 'check', { attributes: { 'camunda:calledElementBinding': 'deployment' } }), end()],
      'start > call > end',
    );
    const inFile = process('check', [start('s'), userTask('look', { assignee: 'bo' }), end('e')], 's > look > e', {
      isExecutable: false,
    });
    expect(await findPrepared(bpmn(main, inFile))).toEqual([]);
  });
});
