/** What brings each of the texts before people. */
import type { Bridge, Catalogue, Verdict } from '../../src/index.ts';
import type { World } from '../bridge/world.ts';
import { catchEvent, end, processFile, start, timer, userTask } from '../support/bpmn-xml.ts';
import { findButton, type PressRefusal, refuse } from '../support/inner/plugin.ts';
import { ANY, ASKED, DECIDED, EVENTS, EVERYTHING, GROUPED, IN_TURN, NAMELESS, SENT_BACK } from './diagrams.ts';

export interface Stage {
  readonly world: World;
  /** What people were answered, in order. */
  readonly answers: string[];
  /** Epoch milliseconds, of center and bridge. */
  now: number;
}

export async function deployAll({ world }: Stage): Promise<void> {
  await world.bridge.deploy([EVERYTHING, DECIDED, ANY, GROUPED, IN_TURN, SENT_BACK, ...ASKED, ...NAMELESS]);
}

async function begin({ world }: Stage, processId: string, variables = {}): Promise<string> {
  const who = { initiator: 'anna', initiatorName: '«Anna»' };
  const { instanceId } = await world.bridge.start(processId, { ...who, variables });
  await world.bridge.idle();
  return instanceId;
}

/** Over HTTP, as the center does it. */
async function press({ world, answers }: Stage, taskId: string, action: string, account: string, more = {}) {
  const { body } = await world.sandbox.press(taskId, { action, account, raw: true, opinions: '«fine»', ...more });
  await world.bridge.idle();
  answers.push((body as { message: string }).message);
}

async function tell({ world, answers }: Stage, call: (bridge: Bridge) => Promise<Verdict>) {
  answers.push((await call(world.bridge)).message);
  await world.bridge.idle();
}

/** Every button, by those who may and by those who may not, and as often as it goes. */
export async function pressEverything(stage: Stage): Promise<void> {
  const { world } = stage;
  const id = await begin(stage, 'everything', { to: 'bo' });
  const check = `${id}.1`;
  await press(stage, check, 'HANDLE', 'emil');
  await press(stage, check, 'HANG_UP', 'emil');
  await press(stage, check, 'REVOKE', 'emil');
  await press(stage, check, 'HANDLEDR', 'emil');
  await press(stage, check, 'ALL', 'emil');
  await press(stage, check, 'DEAL', 'bo');
  await press(stage, check, 'TRANSFER', 'bo');
  await press(stage, check, 'ACTIVE', 'bo');
  await press(stage, check, 'HANG_UP', 'bo');
  await press(stage, check, 'HANDLE', 'bo');
  await press(stage, check, 'ACTIVE', 'bo');
  await press(stage, check, 'HANDLE', 'bo', { uuid: 'u-1' });
  await press(stage, check, 'HANDLE', 'bo', { uuid: 'u-1', opinions: '«other»' });
  await press(stage, check, 'HANDLE', 'bo');
  const listen = () => {};
  world.bridge.on('action', listen);
  await press(stage, check, '«Once»', 'bo');
  await press(stage, check, '«Once»', 'bo');
  world.bridge.off('action', listen);
  await press(stage, `${id}.2`, '«button.handle»', 'dara');
  await press(stage, check, 'REVOKE', 'anna');
}

/** What pages of a service and operators do by the methods of the bridge. */
export async function operate(stage: Stage, texts: Catalogue): Promise<void> {
  const id = await begin(stage, 'everything', { to: 'dara' });
  await tell(stage, (bridge) => bridge.transfer(`${id}.1`, { from: 'bo', to: 'dara' }));
  await tell(stage, (bridge) => bridge.circulate(`${id}.2`, { from: 'dara', to: ['emil'] }));
  await tell(stage, (bridge) => bridge.reassign(`${id}.2`, { handlers: ['bo'], reason: '«ill»' }));
  await tell(stage, (bridge) => bridge.suspend(id));
  await tell(stage, (bridge) => bridge.activate(id));
  await tell(stage, (bridge) => bridge.setVariables(id, { to: 'emil' }));
  await tell(stage, (bridge) => bridge.setVariables(id, {}, { callId: 'none' }));
  await tell(stage, (bridge) => bridge.press('none', { account: 'bo' }));
  await tell(stage, (bridge) => bridge.press(`${id}.3`, { account: 'bo', action: 'HANDLE', nextNodeKey: 'none' }));
  const decided = await begin(stage, 'decided');
  await tell(stage, (bridge) => bridge.addSigners(`${decided}.1`, { from: 'bo', to: 'dara', position: 'beside' }));
  await tell(stage, (bridge) => bridge.press(`${decided}.1`, { account: 'bo', nextNodeKey: 'none' }));
  for (const operation of ['terminate', 'revoke'] as const) {
    const signers = ['bo', 'chen'];
    const signed = await begin(stage, 'any', { signers });
    await tell(stage, (bridge) => bridge[operation](signed, { account: 'anna' }));
  }
  await migrate(stage);
  const grouped = await begin(stage, 'grouped');
  await tell(stage, (bridge) => bridge.terminate(grouped));
  await voteTwice(stage);
  await askPeople(stage);
  await sendBack(stage);
  // No diagram that was deployed loses a node or a button.
  const task = { taskId: `${id}.3`, closedAt: null };
  for (const node of [undefined, { buttons: [], handledButtons: [] }])
    stage.answers.push(refuse(findButton(node, { actionKey: 'none' }, task) as PressRefusal, texts).message);
}

/** Others have a task for a while, or are refused. */
async function askPeople(stage: Stage): Promise<void> {
  const id = await begin(stage, 'asked');
  await tell(stage, (bridge) => bridge.recall(`${id}.1`));
  await tell(stage, (bridge) => bridge.release(`${id}.1`));
  await press(stage, `${id}.1`, '«button.claim»', 'bo');
  await press(stage, `${id}.2`, '«button.release»', 'bo');
  await tell(stage, (bridge) => bridge.claim(`${id}.3`, { account: 'bo' }));
  await tell(stage, (bridge) => bridge.claim(`${id}.4`, { account: 'bo' }));
  await tell(stage, (bridge) => bridge.release(`${id}.4`, { account: 'chen' }));
  await tell(stage, (bridge) => bridge.release(`${id}.4`));
  await tell(stage, (bridge) => bridge.delegate(`${id}.5`, { from: 'bo', to: 'dara' }));
  await tell(stage, (bridge) => bridge.recall(`${id}.6`, { account: 'dara' }));
  await tell(stage, (bridge) => bridge.recall(`${id}.6`, { account: 'bo' }));
  await tell(stage, (bridge) => bridge.addSigners(`${id}.7`, { from: 'bo', to: crowd(21) }));
  await tell(stage, (bridge) => bridge.addSigners(`${id}.7`, { from: 'bo', to: ['bo'] }));
  await tell(stage, (bridge) => bridge.addSigners(`${id}.7`, { from: 'bo', to: ['dara'] }));
  for (const [index, account] of crowd(5).entries())
    await tell(stage, (bridge) => bridge.delegate(`${id}.${8 + index}`, { to: account }));
  await tell(stage, (bridge) => bridge.press(`${id}.12`, { account: 'p4', signersAfter: { to: 'dara' } }));
  await press(stage, `${id}.12`, '«button.opinion»', 'p4');
  const shared = await begin(stage, 'shared', { signers: ['bo', 'chen'] });
  await tell(stage, (bridge) => bridge.addSigners(`${shared}.1`, { to: ['dara'] }));
  const several = await begin(stage, 'asked');
  await tell(stage, (bridge) => bridge.addSigners(`${several}.1`, { from: 'bo', to: 'dara', position: 'countersign' }));
  await tell(stage, (bridge) => bridge.addSigners(`${several}.1`, { from: 'bo', to: 'dara', position: 'beside' }));
  const plain = await begin(stage, 'any', { signers: ['bo'] });
  await tell(stage, (bridge) => bridge.addSigners(`${plain}.1`, { from: 'bo', to: ['dara'] }));
}

/** A task goes back to who handled an earlier one, or cannot. */
async function sendBack(stage: Stage): Promise<void> {
  const id = await begin(stage, 'sent-back');
  await press(stage, `${id}.1`, '«button.handle»', 'bo');
  await press(stage, `${id}.2`, '«button.handle»', 'chen');
  await press(stage, `${id}.3`, '«button.handle»', 'emil');
  for (const to of ['pay', 'look', 'check', 'ask'])
    await tell(stage, (bridge) => bridge.sendBack(`${id}.4`, { account: 'emil', to }));
  await press(stage, `${id}.5`, '«button.resubmit»', 'bo');
}

const crowd = (size: number) => Array.from({ length: size }, (_, index) => `p${index + 1}`);

/** Signers who would get a second vote: from one who signs now, from one who has signed, before their turn. */
async function voteTwice(stage: Stage): Promise<void> {
  const id = await begin(stage, 'in-turn', { signers: ['bo', 'chen', 'dara'] });
  await tell(stage, (bridge) => bridge.transfer(`${id}.1`, { from: 'bo', to: 'dara' }));
  await tell(stage, (bridge) => bridge.press(`${id}.1`, { account: 'bo' }));
  await tell(stage, (bridge) => bridge.transfer(`${id}.2`, { from: 'chen', to: 'bo' }));
  const voting = await begin(stage, 'any', { signers: ['bo', 'chen'] });
  await tell(stage, (bridge) => bridge.transfer(`${voting}.1`, { from: 'bo', to: 'chen' }));
}

/** A task whose node has another id in the next version. */
async function migrate(stage: Stage): Promise<void> {
  const { bridge } = stage.world;
  const draw = (id: string) =>
    processFile([start(), userTask(id, { assignee: 'bo', name: `«${id}»` }), end()], `start > ${id} > end`, {
      id: 'moving',
      name: '«moving»',
    });
  await bridge.deploy(draw('one'));
  const instanceId = await begin(stage, 'moving');
  const { definitionId: to } = await bridge.deploy(draw('other'));
  await bridge.instances.migrate({ to, instanceIds: [instanceId], nodes: { one: 'other' } });
  await bridge.idle();
}

/** A countersign that one decides, and then a press that the process cannot go on with. */
export async function decideAndFail(stage: Stage): Promise<void> {
  const id = await begin(stage, 'any', { signers: ['bo', 'chen'], amount: 7 });
  await press(stage, `${id}.1`, '«button.handle»', 'bo');
  await press(stage, `${id}.3`, '«button.handle»', 'emil');
}

/** Events without a name take bo's task. */
export async function endByEvents(stage: Stage): Promise<void> {
  const { world } = stage;
  const happen: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
    Timer: async () => {
      stage.now += 3_600_000;
    },
    Message: (instanceId) => world.bridge.message({ name: 'm', instanceId }),
    Signal: (instanceId) => world.bridge.signal(instanceId, { name: 's' }),
    Error: (id) => press(stage, `${id}.2`, '«button.handle»', 'chen'),
    Escalation: (id) => press(stage, `${id}.2`, '«button.handle»', 'chen'),
    Condition: (id) => tell(stage, (bridge) => bridge.setVariables(id, { late: true })),
  };
  for (const kind of Object.keys(EVENTS)) {
    const id = await begin(stage, `by-${kind}`, { late: false });
    await happen[kind]?.(id);
    await world.bridge.idle();
  }
}

/** Calls of the address of a button that no press comes of. */
export async function callWrongly(stage: Stage): Promise<void> {
  const { world, answers } = stage;
  const id = await begin(stage, 'decided');
  const url = world.sandbox.task(`${id}.1`)?.buttons[0]?.url ?? '';
  const parameters = { accountName: 'bo', time: '2026-03-01 12:00:00' };
  const call = async (address: string, { method = 'POST', headers = {}, body = parameters as unknown } = {}) => {
    const all = { 'content-type': 'application/json', uuid: 'u-2', 'x-id-token': 'good', ...headers };
    const content = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await fetch(address, { method, headers: all, body: content });
    answers.push(((await answer.json()) as { message: string }).message);
  };
  await call(new URL('/none', url).href);
  await call(url, { method: 'DELETE' });
  await call(`${url}x`);
  await call(url, { headers: { uuid: '' } });
  await call(url, { headers: { uuid: 'u'.repeat(200) } });
  await call(url, { headers: { 'x-id-token': '' } });
  await call(url, { headers: { 'x-id-token': 'bad' } });
  await call(url, { headers: { 'content-type': 'text/plain' } });
  await call(url, { body: '{' });
  await call(url, { body: '"text"' });
  await call(url, { body: { ...parameters, accountName: null } });
  await call(url, { body: { ...parameters, time: 'noon' } });
  await call(url, { body: { ...parameters, time: '1986-05-04 02:30:00' } });
  await call(url, { body: { ...parameters, opinions: '…'.repeat(30_000) } });
  await world.bridge.close();
  await call(url);
}

/** A process that waits, and nobody has to act. */
export async function waitForNobody(stage: Stage): Promise<void> {
  const { world } = stage;
  await world.reopen({ systemTasks: true, defaults: { systemHandler: 'robot' } });
  const nodes = [
    start(),
    userTask('ask', { assignee: 'bo', name: '«ask»' }),
    catchEvent('later', timer('PT1H'), { name: '«later»' }),
    end(),
  ];
  await world.bridge.deploy(processFile(nodes, 'start > ask > later > end', { id: 'waiting', name: '«waiting»' }));
  const id = await begin(stage, 'waiting');
  await press(stage, `${id}.1`, '«button.handle»', 'bo');
  await tell(stage, (bridge) => bridge.reassign(`${id}.2`, { handlers: ['bo'] }));
  stage.now += 3_600_000;
  await world.bridge.idle();
}
