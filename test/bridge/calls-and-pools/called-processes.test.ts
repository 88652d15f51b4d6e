import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { StartOptions } from '../../../src/index.ts';
import {
  callActivity,
  end,
  exclusive,
  multiInstance,
  type NodeOptions,
  processFile,
  start,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createDatabaseFile } from '../database-file.ts';
import { createWorld, type World } from '../world.ts';

/** Anna asks for more as often as she likes; bo looks at each, and then she is asked again, one level deeper. */
const ASK = processFile(
  [start(), userTask('ask', { assignee: 'anna' }), exclusive('g'), callActivity('more', 'look'), end('done')],
  'start > ask > g; g >"More"[${more}] more > done; g >"Enough"[${!more}] done',
  { id: 'ask-process' },
);
const LOOK = processFile(
  [start(), userTask('look-at', { assignee: 'bo' }), callActivity('again', 'ask-process'), end()],
  'start > look-at > again > end',
  { id: 'look' },
);

/** One task of `account`, between start and end. */
const oneTask = (id: string, account: string) =>
  processFile([start(), userTask('look-at', { assignee: account }), end()], 'start > look-at > end', { id });

/** A task, the call, a task. */
const calling = (calledElement: string, call: NodeOptions = {}, after = 'anna') =>
  draw({
    id: 'caller',
    people: { apply: 'anna', after: after },
    others: [callActivity('call', calledElement, call)],
    paths: 'start > apply > call > after > end',
  });

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

async function begin(variables: NonNullable<StartOptions['variables']> = {}, processId = 'caller') {
  const { instanceId } = await world.bridge.start(processId, { initiator: 'anna', variables });
  await world.bridge.idle();
  return instanceId;
}

const statusOf = async (instanceId: string) => (await world.bridge.instances.get(instanceId))?.status;

describe('processes that call each other', () => {
  it('go as deep as their tokens come, and tell the center of every level as of any other task', async () => {
    world = await createWorld();
    const { deployments } = await world.bridge.deploy([ASK, LOOK]);
    expect(deployments.flatMap(({ problems }) => problems)).toEqual([]);
    const instanceId = await begin({}, 'ask-process');
    await world.press('anna', 'ask', 'More');
    await world.press('bo', 'more.look-at');
    await world.press('anna', 'more.again.ask', 'More');
    await world.press('bo', 'more.again.more.look-at');
    const { nodes, flows, xml } = await world.bridge.diagram(instanceId);
    expect(xml).toBe(ASK);
    expect(nodes.current).toEqual([
      'more.again.more.again.ask',
      ...['more', 'more.again', 'more.again.more', 'more.again.more.again'],
    ]);
    expect([...nodes.done, ...flows].filter((id) => id.includes('..'))).toEqual([]);
    await world.press('anna', 'more.again.more.again.ask', 'Enough');
    expect(world.reports()).toEqual([
      'start next ask',
      'ask next more.look-at',
      'more.look-at next more.again.ask',
      'more.again.ask next more.again.more.look-at',
      'more.again.more.look-at next more.again.more.again.ask',
      'more.again.more.again.ask end',
    ]);
    expect(await statusOf(instanceId)).toBe('ended');
    expect(await world.bridge.incidents.list()).toEqual([]);
    const reasons = (await world.bridge.explain(instanceId)).map(({ reason }) => reason.replaceAll(instanceId, 'i'));
    expect(reasons.slice(1, 3)).toEqual([
      'ask (task i.1) was handled, the call more was resolved, and its token led to more.look-at (task i.2).',
      'more.look-at (task i.2) was handled, the call more.again was resolved, and its token led to more.again.ask (task i.3).',
    ]);
    expect(reasons.at(-1)).toBe(
      'more.again.more.again.ask (task i.5) was handled, its token ended at done, and the instance ended.',
    );
  });
});

describe('a call of a process that is computed', () => {
  it('finds it when the token comes, another for each iteration', async () => {
    world = await createWorld();
    await world.bridge.deploy([oneTask('legal', 'bo'), oneTask('finance', 'chen')]);
    await world.bridge.deploy(
      calling('${which}', { content: multiInstance({ collection: '${offices}', elementVariable: 'which' }) }),
    );
    const instanceId = await begin({ offices: ['legal', 'finance', 'legal'] });
    await world.press('anna', 'apply');
    expect(world.pending().toSorted()).toEqual([
      'bo:call.legal.look-at',
      'bo:call.legal.look-at',
      'chen:call.finance.look-at',
    ]);
    await world.press('bo', 'call.legal.look-at');
    await world.press('chen', 'call.finance.look-at');
    await world.press('bo', 'call.legal.look-at');
    await world.press('anna', 'after');
    expect(world.reports().slice(0, 2)).toEqual(['start next apply', expect.stringMatching(/^apply next call/)]);
    expect(world.reports().slice(-2)).toEqual([expect.stringMatching(/^call\..* next after$/), 'after end']);
    expect(await statusOf(instanceId)).toBe('ended');
  });

  it('takes the version that is the latest when a token comes, also where one came before', async () => {
    world = await createWorld();
    await world.bridge.deploy(oneTask('legal', 'bo'));
    await world.bridge.deploy(
      processFile(
        [start(), callActivity('call', '=which'), userTask('again', { assignee: 'anna' }), exclusive('g'), end()],
        'start > call > again > g; g >"Once more"[${once}] call; g >"Enough"[${!once}] end',
        { id: 'caller' },
      ),
    );
    await begin({ which: 'legal' });
    await world.press('bo', 'call.legal.look-at');
    await world.press('anna', 'again', 'Once more');
    await world.press('bo', 'call.legal.look-at');
    const { definitionId } = await world.bridge.deploy(oneTask('legal', 'chen'));
    await world.press('anna', 'again', 'Once more');
    await world.press('chen', `call.legal.${definitionId.slice(0, 8)}.look-at`);
    await world.press('anna', 'again', 'Enough');
    expect(world.reports().at(-1)).toBe('again end');
  });
});

describe('the parameters of a call', () => {
  const PARAMETERS =
    '<camunda:in source="boss" target="person"/><camunda:in sourceExpression="${days * 8}" target="hours"/>' +
    '<camunda:out source="person" target="next"/>';
  const CHECK = processFile(
    [start(), userTask('look-at', { assignee: '${person}', attributes: { 'ttc:taskName': '${hours} hours' } }), end()],
    'start > look-at > end',
    { id: 'check' },
  );

  it.each(['check', '${which}'])('are set when %s is entered, and when it is left', async (target) => {
    world = await createWorld();
    await world.bridge.deploy([CHECK, calling(target, { extensions: PARAMETERS }, '${next}')]);
    await begin({ which: 'check', boss: 'chen', days: 3 });
    await world.press('anna', 'apply');
    const node = target === 'check' ? 'call.look-at' : 'call.check.look-at';
    const taskId = world.taskOf('chen', node);
    expect(world.sandbox.task(taskId)).toMatchObject({ given: { taskName: '24 hours' } });
    await world.press('chen', node);
    await world.press('chen', 'after');
    expect(world.reports()).toEqual(['start next apply', `apply next ${node}`, `${node} next after`, 'after end']);
  });
});

describe('a call of a process that is not deployed yet', () => {
  it.each([
    ['legal', 'call.look-at', ['warning call-target-unknown']],
    ['${which}', 'call.legal.look-at', []],
  ])('%s is an incident at once, until it is deployed, over a restart too', async (target, node, warnings) => {
    using file = createDatabaseFile();
    world = await createWorld({ bridge: { store: file.store, reportHoldMs: 0 } });
    const { problems } = await world.bridge.deploy(calling(target));
    expect(problems.map(({ severity, rule }) => `${severity} ${rule}`)).toEqual(warnings);
    const instanceId = await begin({ which: 'legal' });
    await world.press('anna', 'apply');
    const [incident] = await world.bridge.incidents.list({ open: true });
    expect(incident).toMatchObject({
      instanceId,
      code: 'ERR_PROCESS_UNKNOWN',
      reason: 'The call activity call calls legal, which is not deployed: deploy it and retry the incident.',
    });
    const bridge = await world.reopen();
    await bridge.deploy(oneTask('legal', 'bo'));
    await bridge.incidents.retry(incident?.incidentId ?? '');
    await bridge.idle();
    expect(world.pending()).toEqual([`bo:${node}`]);
    await world.reopen();
    await world.press('bo', node);
    await world.press('anna', 'after');
    const passed = ['start next apply', 'apply none', `apply next ${node}`, `${node} next after`, 'after end'];
    expect(world.reports()).toEqual(passed);
    expect(await world.bridge.incidents.list({ open: true })).toEqual([]);
    expect(await statusOf(instanceId)).toBe('ended');
  });
});

describe('files that are deployed together', () => {
  let folder: string;
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function write(files: Readonly<Record<string, string>>): string {
    folder = mkdtempSync(join(tmpdir(), 'processes-'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return folder;
  }

  it('call each other whatever their order in the folder', async () => {
    world = await createWorld();
    write({ 'a.bpmn': calling('legal'), 'b.bpmn20.xml': oneTask('legal', 'bo'), 'c.txt': 'no process' });
    const { processId, deployments } = await world.bridge.deploy(folder);
    expect(processId).toBe('caller');
    expect(deployments.map(({ file, problems }) => [file, problems])).toEqual([
      [join(folder, 'a.bpmn'), []],
      [join(folder, 'b.bpmn20.xml'), []],
    ]);
    await begin();
    await world.press('anna', 'apply');
    expect(world.pending()).toEqual(['bo:call.look-at']);
  });

  it('are all refused where one is, each problem with its file', async () => {
    world = await createWorld();
    write({ 'good.bpmn': oneTask('legal', 'bo'), 'bad.bpmn': oneTask('other', '${'), 'no.bpmn': '<no' });
    const refusal = await world.bridge.deploy(folder).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'ERR_MODEL_REFUSED' });
    const { details, message } = refusal as { message: string; details: { problems: Record<string, string>[] } };
    expect(details.problems.map(({ file, rule }) => [file, rule])).toEqual([
      [join(folder, 'bad.bpmn'), 'expression-invalid'],
      [join(folder, 'no.bpmn'), 'file-unreadable'],
    ]);
    expect(message).toContain(`- ${join(folder, 'bad.bpmn')}, look-at: `);
    await expect(world.bridge.start('legal')).rejects.toMatchObject({ code: 'ERR_PROCESS_UNKNOWN' });
  });

  it('define each process once', async () => {
    world = await createWorld();
    write({ 'a.bpmn': oneTask('legal', 'bo'), 'b.bpmn': oneTask('legal', 'chen') });
    await expect(world.bridge.deploy(folder)).rejects.toThrow(
      `The process legal is defined by ${join(folder, 'a.bpmn')} and ${join(folder, 'b.bpmn')}.`,
    );
  });

  it('say of a called process why no file deploys it, and nothing where that file is refused for it', async () => {
    world = await createWorld();
    const drawn = oneTask('other', 'bo').replace('</definitions>', '');
    const beside = (id: string) => `${drawn}<process id="${id}"><startEvent id="s"/></process></definitions>`;
    write({ 'a.bpmn': calling('legal'), 'b.bpmn': beside('legal').replace('id="legal"', '$& isExecutable="false"') });
    const { deployments } = await world.bridge.deploy(folder);
    expect(deployments[0]?.problems).toMatchObject([
      { rule: 'call-target-unknown', elementId: 'call', reason: expect.stringContaining('b.bpmn, so it is not') },
    ]);
    write({ 'a.bpmn': calling('my legal'), 'b.bpmn': beside('my legal') });
    const refused = await world.bridge.deploy(folder).catch((error: unknown) => error);
    const { details } = refused as { details: { problems: { rule: string; severity: string }[] } };
    expect(details.problems).toMatchObject([{ rule: 'file-part-skipped', severity: 'error' }]);
  });

  it('are at least one', async () => {
    world = await createWorld();
    write({});
    await expect(world.bridge.deploy(folder)).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
    await expect(world.bridge.deploy([])).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
  });
});
