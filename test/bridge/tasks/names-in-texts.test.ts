/** What texts, urls and messages of a diagram can name, as the center and people get it. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TaskHandlingItem } from '../../../src/index.ts';
import { end, node, processFile, properties, start, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld({
    bridge: {
      messageTypes: { NOTICE: { channels: ['WEBSITE', 'SUPERAPP'], template: '{{text}}' } },
      defaults: { viewUrl: 'https://pages.example/{businessKey}?of={initiatorName}&for=${region}' },
      circulation: {
        messageTypeCode: 'NOTICE',
        title: '{nodeName}',
        parameters: { text: 'read {taskId} of {handlers}' },
      },
    },
  });
});
afterEach(() => world[Symbol.asyncDispose]());

const items = () =>
  world.sandbox.traffic
    .filter(({ call, direction }) => call === 'taskHandle' && direction === 'in')
    .flatMap(({ body }) => body as TaskHandlingItem[]);
const read = (account: string) => world.sandbox.messages(account).map(({ title, text }) => `${title}: ${text}`);
const begin = async (xml: string, variables: Record<string, string>) => {
  const { processId } = await world.bridge.deploy(xml);
  const who = { initiator: 'anna', initiatorName: 'Anna B.', businessKey: 'A/1 & B', variables };
  const { instanceId } = await world.bridge.start(processId, who);
  await world.bridge.idle();
  return instanceId;
};

const notice = (on: string) => ({
  [`ttc:notify.${on}.messageTypeCode`]: 'NOTICE',
  [`ttc:notify.${on}.title`]: `${on} {nodeName} ({nodeId})`,
  [`ttc:notify.${on}.toPersons`]: 'initiator',
  [`ttc:notify.${on}.param.text`]: '${businessKey} of ${initiatorName}: {taskId}, {handlers}',
});
const ALL_NAMES = processFile(
  [
    start(),
    userTask('check', {
      name: 'Check {businessKey}',
      assignee: 'bo',
      extensions: properties({
        'ttc:taskName': 'Task {taskId} at ${nodeId}',
        'ttc:summary': 'Who|{initiatorName} ${region}',
        'ttc:handleUrl': '${host}/do/{taskId}?who=${handlers}&case=${businessKey}',
        'ttc:action.look.name': 'Look',
        'ttc:action.look.type': 'ALL',
        'ttc:action.look.optType': '1',
        'ttc:action.look.url': 'https://pages.example/{instanceId}/{businessKey}/${region}',
        'ttc:previousAction.back.name': 'Back',
        'ttc:previousAction.back.type': 'ALL',
        'ttc:previousAction.back.optType': '1',
        'ttc:previousAction.back.url': 'https://pages.example/{taskId}/by/{handlers}',
        ...notice('created'),
        ...notice('handled'),
      }),
    }),
    node('sendTask', 'tell', {
      name: 'Tell her',
      extensions:
        '<ttc:message messageTypeCode="NOTICE" title="{nodeName}" toPersons="initiator" url="https://pages.example/${businessKey}">' +
        '<ttc:param name="text" value="{businessKey} and ${instanceId}"/></ttc:message>',
    }),
    end(),
  ],
  'start > check > tell > end',
  { id: 'names', attributes: { 'ttc:transactionName': 'Case {businessKey} of {initiatorName}' } },
);

test('all of them, in every url and text', async () => {
  const id = await begin(ALL_NAMES, { region: 'north/west', host: 'https://host.example/app' });
  const [task] = items()[0]?.next ?? [];
  expect(task).toMatchObject({
    nodeName: 'Check A/1 & B',
    transcationName: 'Case A/1 & B of Anna B.',
    taskName: `Task ${id}.1 at check`,
    taskSummary: ['Who|Anna B. north/west'],
    handleUrl: `https://host.example/app/do/${id}.1?who=bo&case=A%2F1%20%26%20B`,
    viewUrl: 'https://pages.example/A%2F1%20%26%20B?of=Anna%20B.&for=north%2Fwest',
  });
  expect(task?.actions?.find(({ name }) => name === 'Look')?.url).toBe(
    `https://pages.example/${id}/A%2F1%20%26%20B/north%2Fwest`,
  );
  await world.bridge.circulate(`${id}.1`, { from: 'bo', to: ['chen'] });
  await world.bridge.idle();
  expect(read('chen')).toEqual([`Check A/1 & B: read ${id}.1 of bo`]);

  expect(await world.press('bo', 'check')).toBe(0);
  expect(items().at(-1)?.previousActions).toMatchObject([{ url: `https://pages.example/${id}.1/by/bo` }]);
  expect(read('anna').toSorted()).toEqual([
    `Tell her: A/1 & B and ${id}`,
    `created Check A/1 & B (check): A/1 & B of Anna B.: ${id}.1, bo`,
    `handled Check A/1 & B (check): A/1 & B of Anna B.: ${id}.1, bo`,
  ]);
});

const withUrl = (url: string) =>
  draw({
    id: 'own',
    others: [userTask('check', { assignee: 'bo', attributes: { 'ttc:handleUrl': url, 'ttc:taskName': '${taskId}' } })],
    paths: 'start > check > end',
  });

test('a variable of the name comes before it in an expression, and braces alone always mean ours', async () => {
  const id = await begin(withUrl('https://x.example/{taskId}/${taskId}'), { taskId: 'mine', region: 'n' });
  expect(items()[0]?.next?.[0]).toMatchObject({ handleUrl: `https://x.example/${id}.1/mine`, taskName: 'mine' });
});

test('an address that an expression does not make one fails the step before anything is reported', async () => {
  await world.bridge.deploy(withUrl('${host}/{taskId}'));
  const started = world.bridge.start('own', {
    initiator: 'anna',
    variables: { region: 'n', host: 'javascript:alert(1)//' },
  });
  await expect(started).rejects.toMatchObject({ code: 'ERR_EXPRESSION_FAILED' });
  expect(items()).toEqual([]);
});
