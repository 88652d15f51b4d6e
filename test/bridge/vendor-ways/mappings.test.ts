import { afterEach, expect, it } from 'vitest';
import type { ScriptFunction, ServiceJob } from '../../../src/index.ts';
import { node, serviceTask, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

/** Anna applies, a service decides who checks. */
async function run(
  service: string,
  attributes: Readonly<Record<string, string>> = {},
  scripts: ScriptFunction = ({ script, resource }) => resource ?? `ran ${script}`,
): Promise<ServiceJob[]> {
  const jobs: ServiceJob[] = [];
  world = await createWorld({
    bridge: {
      services: {
        pay: (job) => {
          jobs.push(job);
          return { by: 'bo', id: 7 };
        },
        look: (job) => void jobs.push(job),
      },
      scripts,
      jobs: { retryMinMs: 1, retryMaxMs: 1 },
    },
  });
  const xml = draw({
    id: 'paying',
    people: { apply: 'anna', check: '${order.payment.by == null ? by : order.payment.by}' },
    services: 'look',
    others: [
      serviceTask('pay', { extensions: service, attributes }),
      node('scriptTask', 'nothing', { attributes: { scriptFormat: 'javascript' } }),
    ],
    paths: 'start > apply > pay > nothing > look > check > end',
  });
  await world.begin(xml, { variables: { amount: 3, order: { no: 1 } } });
  await world.press('anna', 'apply');
  // A job that failed is due again only a moment later.
  await expect.poll(() => world.pending()).toEqual(['bo:check']);
  await world.press('bo', 'check');
  expect(world.reports()).toEqual(['start next apply', 'apply next check', 'check end']);
  return jobs;
}

it('dotted targets of Camunda 8 are objects inside each other, put into those that are there', async () => {
  const [job, look] = await run(
    '<zeebe:ioMapping><zeebe:input source="=amount" target="bill.sum.net"/><zeebe:input source="=&quot;EUR&quot;" target="bill.currency"/><zeebe:output source="=by" target="order.payment.by"/><zeebe:output source="=order.no + id" target="order.sum"/></zeebe:ioMapping>',
  );
  expect(job?.input).toEqual({ bill: { sum: { net: 3 }, currency: 'EUR' } });
  expect(look?.variables.order).toEqual({ no: 1, payment: { by: 'bo' }, sum: 8 });
});

it('lists, maps and scripts of Camunda 7 are inputs', async () => {
  const [job] = await run(
    '<camunda:inputOutput><camunda:inputParameter name="xs"><camunda:list><camunda:value>${amount}</camunda:value><camunda:script scriptFormat="groovy">two</camunda:script><camunda:value>${amount + 2}</camunda:value></camunda:list></camunda:inputParameter><camunda:inputParameter name="map"><camunda:map><camunda:entry key="a b">${amount + 1}</camunda:entry><camunda:entry key="c"><camunda:script scriptFormat="js" resource="c.js"/></camunda:entry></camunda:map></camunda:inputParameter></camunda:inputOutput>',
  );
  expect(job?.input).toEqual({ xs: [3, 'ran two', 5], map: { 'a b': 4, c: 'c.js' } });
});

it('scripts as outputs see the result, and are run before the token goes on', async () => {
  const [job, look] = await run(
    '<camunda:inputOutput><camunda:inputParameter name="net">${amount}</camunda:inputParameter><camunda:outputParameter name="by"><camunda:script scriptFormat="js">next</camunda:script></camunda:outputParameter><camunda:outputParameter name="order"><camunda:map><camunda:entry key="payment"><camunda:map><camunda:entry key="by">${by}</camunda:entry><camunda:entry key="seen"><camunda:script scriptFormat="js">seen</camunda:script></camunda:entry></camunda:map></camunda:entry></camunda:map></camunda:outputParameter></camunda:inputOutput>',
    { 'camunda:resultVariable': 'paid' },
    ({ script, input, variables: { amount, id, paid } }) =>
      script === 'seen' ? { input, amount, id, paid } : `ran ${script}`,
  );
  expect(job?.input).toEqual({ net: 3 });
  expect(look?.variables).toMatchObject({
    by: 'ran next',
    order: { payment: { by: 'bo', seen: { input: { net: 3 }, amount: 3, id: 7, paid: { by: 'bo', id: 7 } } } },
  });
  expect(look?.variables).not.toHaveProperty('paid');
});

it('a script as an output that fails is an incident, and is tried again with the service', async () => {
  let failures = 0;
  const jobs = await run(
    '<camunda:inputOutput><camunda:outputParameter name="by"><camunda:script scriptFormat="js">next</camunda:script></camunda:outputParameter></camunda:inputOutput>',
    {},
    ({ script }) => {
      if (script === 'next' && failures++ === 0) throw new Error('not yet');
      return 'bo';
    },
  );
  expect(jobs.map(({ nodeId }) => nodeId)).toEqual(['pay', 'pay', 'look']);
  expect(jobs[0]?.idempotencyKey).toBe(jobs[1]?.idempotencyKey);
  expect(jobs[2]?.variables.by).toBe('bo');
});

it('inputs of a user task are for its own expressions, and outputs are set when it is handled', async () => {
  world = await createWorld();
  const extensions =
    '<camunda:inputOutput><camunda:inputParameter name="clerk">${order.clerk}</camunda:inputParameter><camunda:inputParameter name="kind">old</camunda:inputParameter><camunda:outputParameter name="order"><camunda:map><camunda:entry key="by">${handler}</camunda:entry><camunda:entry key="kind">${kind}</camunda:entry><camunda:entry key="clerk">${clerk}</camunda:entry></camunda:map></camunda:outputParameter></camunda:inputOutput>';
  const next = '<zeebe:ioMapping><zeebe:input source="=order.by" target="next"/></zeebe:ioMapping>';
  const xml = draw({
    id: 'looking',
    others: [
      userTask('look', { assignee: '${clerk}', name: 'Look, ${clerk}', extensions }),
      userTask('check', { assignee: '=next', name: 'Check ${order.kind} of ${order.clerk}', extensions: next }),
    ],
    paths: 'start > look > check > end',
  });
  await world.begin(xml, { variables: { order: { clerk: 'bo' } } });
  const { instanceId } = (await world.bridge.instances.list())[0] ?? { instanceId: '' };
  const [task] = await world.bridge.tasks.list({ instanceId });
  expect(task).toMatchObject({ nodeName: 'Look, bo', handlers: ['bo'] });
  await world.bridge.press(task?.taskId ?? '', { account: 'bo', variables: { kind: 'new' } });
  await world.bridge.idle();
  const [, check] = await world.bridge.tasks.list({ instanceId });
  expect(check).toMatchObject({ nodeName: 'Check new of bo', handlers: ['bo'] });
  await world.press('bo', 'check');
  expect(world.reports()).toEqual(['start next look', 'look next check', 'check end']);
});

it('injected fields of Flowable and Activiti are inputs, their texts as they stand', async () => {
  const [job] = await run(
    '<flowable:field name="to" stringValue="${amount}"/><flowable:field name="sum"><flowable:expression>${amount + 1}</flowable:expression></flowable:field><activiti:field name="text"><activiti:string>= it\'s</activiti:string></activiti:field><activiti:field name="who" expression="${initiator}"/>',
    { 'flowable:class': 'org.example.Pay' },
  );
  expect(job?.input).toEqual({ to: '${amount}', sum: 4, text: "= it's", who: 'anna' });
});

it.each([
  [
    'Camunda 7',
    '<camunda:inputOutput><camunda:outputParameter name="approved">${managerApproved == "yes"}</camunda:outputParameter></camunda:inputOutput>',
    '${approved}',
  ],
  [
    'a script of it',
    '<camunda:inputOutput><camunda:outputParameter name="approved"><camunda:script scriptFormat="js">no</camunda:script></camunda:outputParameter></camunda:inputOutput>',
    '${approved}',
  ],
  [
    'Camunda 8',
    '<zeebe:ioMapping><zeebe:output source="=managerApproved = &quot;yes&quot;" target="approved"/></zeebe:ioMapping>',
    '=approved',
  ],
])(
  'a button goes its way, whatever an output mapping of %s computes for its variable',
  async (_, extensions, condition) => {
    world = await createWorld({ bridge: { scripts: () => false } });
    const xml = draw({
      people: { sign: 'bo', refused: 'bo' },
      exclusive: 'g',
      others: [userTask('decide', { assignee: 'anna', extensions })],
      paths: `start > decide > g; g >"Yes"[${condition}] sign > end; g >"No"* refused > end`,
    });
    await world.begin(xml, { variables: { managerApproved: 'no' } });
    await world.press('anna', 'decide', 'Yes');
    await expect.poll(() => world.pending()).toEqual(['bo:sign']);
  },
);
