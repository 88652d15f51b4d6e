/** The message of the option `circulation`: held against its type when the bridge is made, and read by people. */
import { describe, expect, test } from 'vitest';
import type { CirculationOptions } from '../../../src/index.ts';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { createWorld, type World } from '../world.ts';

const TYPES = {
  NOTICE: { channels: ['WEBSITE', 'SUPERAPP'], template: '{{text}}' },
  TRIP: { channels: ['SMS', 'WEBSITE'], templates: { SMS: '{{from}}!', WEBSITE: '{{from}} asks: {{words}}' } },
} as const;
const CHECK = processFile([start(), userTask('check', { assignee: 'bo' }), end()], 'start > check > end', {
  id: 'check-it',
});

const open = (circulation: CirculationOptions): Promise<World> =>
  createWorld({ bridge: { messageTypes: TYPES, circulation }, sandbox: { messageTypes: TYPES } });

async function circulate({ bridge }: World): Promise<void> {
  await bridge.deploy(CHECK);
  const { instanceId } = await bridge.start('check-it', { initiator: 'anna' });
  await bridge.circulate(`${instanceId}.1`, { from: 'bo', to: ['chen'], opinions: 'by Friday' });
  await bridge.idle();
}

test('has the values of each channel below the channel, where each has its template', async () => {
  await using world = await open({
    messageTypeCode: 'TRIP',
    title: 'To read',
    parameters: { SMS: { from: '${from}' }, WEBSITE: { from: '${from}', words: '${opinions}' } },
  });
  await circulate(world);
  expect(world.sandbox.messages('chen')).toMatchObject([{ title: 'To read', text: 'bo asks: by Friday' }]);
  expect(world.sandbox.sentMessages()).toMatchObject([{ deliveries: [{ channel: 'SMS', text: 'bo!' }, {}] }]);
});

test('calls only functions that the host gives, as do the default handlers', async () => {
  const circulation = {
    messageTypeCode: 'NOTICE',
    title: '${texts.title(from)}',
    parameters: { text: '=shorten(opinions)' },
  };
  const bridge = { messageTypes: TYPES, circulation, defaults: { handlers: 'bo, ${org.boss()}' } };
  await expect(createWorld({ bridge })).rejects.toMatchObject({
    code: 'ERR_CONFIG_INVALID',
    details: {
      problems: [
        { path: 'defaults.handlers', message: 'calls the function org.boss: pass it in expressions.functions' },
        { path: 'circulation.title', message: 'calls the function texts.title: pass it in expressions.functions' },
        {
          path: 'circulation.parameters.text',
          message: 'calls the function shorten: pass it in expressions.functions',
        },
      ],
    },
  });
  const functions = {
    'texts.title': () => 'Read',
    shorten: (text: string) => text.slice(0, 2),
    'org.boss': () => 'ann',
  };
  await using world = await createWorld({
    bridge: { ...bridge, expressions: { functions } },
    sandbox: { messageTypes: TYPES },
  });
  await circulate(world);
  expect(world.sandbox.messages('chen')).toMatchObject([{ title: 'Read', text: 'by' }]);
});

describe('that could never be sent is refused before anybody circulates a task', () => {
  test.each<[string, CirculationOptions, string]>([
    [
      'a variable without a value',
      { messageTypeCode: 'NOTICE', parameters: { txt: 'Look' } },
      'circulation.parameters.text: the template has {{text}}; give it a value there',
    ],
    [
      'a channel that its type has not',
      { messageTypeCode: 'NOTICE', sendType: ['SMS'], parameters: { text: 'Look' } },
      'circulation.sendType: SMS is not a channel of the message type NOTICE; it has WEBSITE, SUPERAPP',
    ],
    [
      'one template for all, where each channel has its own',
      { messageTypeCode: 'TRIP', sendType: ['SMS'], parameters: { from: 'Bo' } },
      'circulation.parameters.SMS.from: the template has {{from}}; give it a value there (the message type TRIP has a template for each channel)',
    ],
    [
      'values of a channel there is not',
      { messageTypeCode: 'TRIP', parameters: { FAX: { from: 'Bo' } } } as CirculationOptions,
      'circulation.parameters.FAX: ',
    ],
    [
      'a value beside the channels',
      { messageTypeCode: 'TRIP', parameters: { SMS: { from: 'Bo' }, from: 'Bo' } } as CirculationOptions,
      'circulation.parameters.from: ',
    ],
    [
      'no expression',
      { messageTypeCode: 'TRIP', parameters: { SMS: { from: '${' } } },
      'circulation.parameters.SMS.from: is not a valid expression',
    ],
  ])('%s', async (_name, circulation, problem) => {
    const error = await open(circulation).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'ERR_CONFIG_INVALID' });
    const { message, details } = error as Error & { details: { problems: { path: string; message: string }[] } };
    expect(message).toContain(`- ${problem}`);
    expect(details.problems.map((each) => `${each.path}: ${each.message}`)).toContainEqual(
      expect.stringContaining(problem),
    );
  });
});

test('that holds what nothing reads is warned of once, and sent', async () => {
  await using world = await open({ messageTypeCode: 'NOTICE', parameters: { text: 'Look', more: 'at it' } });
  expect(world.log).toContainEqual({
    level: 'warn',
    message: 'the message of the option circulation does not match its message type',
    fields: {
      event: 'circulation.mismatch',
      warnings: ['circulation.parameters.more: the template has no {{more}}, so nothing reads it'],
    },
  });
  await circulate(world);
  expect(world.sandbox.messages('chen')).toMatchObject([{ text: 'Look' }]);
});
