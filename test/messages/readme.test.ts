/** What the READMEs say of messages is tried, as it stands there. */
import { readFile, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { MessageSendRequest } from '../../src/index.ts';
import { createWorld } from '../bridge/world.ts';
import { end, node, processFile, start } from '../support/bpmn-xml.ts';

const ROOT = new URL('../../', import.meta.url);
const readme = await readFile(new URL('docs/modelling.md', ROOT), 'utf8');

/** The first code of the page that matches, between its ticks. */
function codeOf(pattern: RegExp): string {
  const [, code] = readme.match(new RegExp(`\`(${pattern.source})\``)) ?? [];
  if (code === undefined) throw new Error(`the page has no ${pattern}`);
  return code;
}

/** With every field of the spec's message section. */
const MESSAGE = {
  ...{ appId: 'a', messageTypeCode: 'M', sendId: 's', sendTime: '2025-01-01 00:00:00', sendType: ['SMS' as const] },
  ...{ promise: false, importantIdentity: false, excludeUser: 'e', signOff: 'The office' },
  ...{ toPersons: 'p', toDepts: 'd', toGroups: 'g', toPhones: '1', toEmails: 'a@b' },
  data: {
    ...{ title: 't', paramValueJson: {}, handleKey: 'k', coverImageUrl: 'c', filesUrl: 'f', mobileUrl: 'm', url: 'u' },
  },
} satisfies Required<Omit<MessageSendRequest, 'data'>> & {
  readonly data: Required<Omit<MessageSendRequest['data'], 'signOff'>>;
};
const ANSWER = {
  ...{ code: 0, message: '' },
  data: { sendId: 's', errorList: [{ receiverKey: 'p', exceptionMessage: 'gone' }] },
};

const run = (code: string, bridge?: unknown): unknown => new Function('bridge', `return ${code}`)(bridge);

test('the message that it sends from code and the one that it draws are the same to whoever gets them', async () => {
  const { messageTypes } = run(`({ ${codeOf(/messageTypes: \{.+?\} \}/)} })`) as {
    messageTypes: { LEAVE: { channels: ['SMS', 'WEBSITE']; template: string } };
  };
  await using world = await createWorld({
    bridge: { messageTypes },
    sandbox: {
      messageTypes,
      directory: { accounts: ['ann', 'bo'].map((account) => ({ account, name: account, phone: '+15550101' })) },
    },
  });
  const { bridge, sandbox } = world;

  await run(codeOf(/bridge\.messages\.send\(.+?\)/), bridge);
  await bridge.idle();
  const fromCode = sandbox.messages('ann', 'pc');
  expect(fromCode).toMatchObject([{ title: 'Your leave', text: '3 days' }]);

  const extensions = codeOf(/<ttc:message .+?<\/ttc:message>/);
  const diagram = processFile([start(), node('sendTask', 'tell', { extensions }), end()], 'start > tell > end', {
    id: 'telling',
  });
  await bridge.deploy(diagram);
  await bridge.start('telling', { initiator: 'bo', variables: { days: 3 } });
  await bridge.idle();
  expect(sandbox.messages('bo', 'pc')).toMatchObject(fromCode.map(({ title, text }) => ({ title, text })));
  expect(world.log.filter(({ level }) => level === 'error')).toEqual([]);
});

test('and what it says of a parked one works', async () => {
  await using world = await createWorld({
    bridge: { outbox: { maxItemAttempts: 1 } },
    sandbox: { directory: { accounts: [{ account: 'bo', name: 'Bo' }] } },
  });
  const { bridge } = world;
  const park = async (sendId: string) => {
    await bridge.messages.send({
      sendId,
      messageTypeCode: 'NOTICE',
      toPersons: 'nobody',
      promise: true,
      data: { title: 'Closed', paramValueJson: { text: 'on Friday' } },
    });
    await bridge.idle();
  };
  const ask = (code: string, sendId: string) => run(code.replace('sendId', JSON.stringify(sendId)), bridge);

  await park('s-1');
  expect(await run(codeOf(/bridge\.messages\.list\(.+?\)/), bridge)).toMatchObject([{ sendId: 's-1' }]);
  await ask(codeOf(/bridge\.messages\.retry\(.+?\)/), 's-1');
  await bridge.idle();
  expect(world.sandbox.messages('bo', 'pc')).toMatchObject([{ sendId: 's-1', text: 'on Friday' }]);
  await park('s-2');
  await ask(codeOf(/bridge\.messages\.skip\(.+?\)/), 's-2');
  const types = (await bridge.history()).map(({ type }) => type);
  expect([...new Set(types)]).toEqual(
    ['queued', 'parked', 'retried', 'sent', 'skipped'].map((event) => `message.${event}`),
  );
});

test('every place that the page of this folder points at is there, and every test by its title', async () => {
  const page = new URL('test/messages/README.md', ROOT);
  const text = await readFile(page, 'utf8');
  const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[\w-]+)?(?: "([^"]+)")?\)/g)];
  expect(links).toHaveLength([...text.matchAll(/\]\(/g)].length);
  for (const [, path = '', title = ''] of links) {
    const place = new URL(path, page);
    if (path.endsWith('.test.ts')) {
      expect((await readFile(place, 'utf8')).includes(title), `${path}: ${title}`).toBe(true);
    } else {
      expect((await stat(place)).isFile(), path).toBe(true);
    }
  }
  const rows = text
    .slice(text.indexOf('| the spec says'))
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1);
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) expect(row, 'a row with a test by its title').toMatch(/\.test\.ts "[^"]+"\)/);
  const words = new Set(rows.map((row) => row.split('|')[1]).flatMap((said) => said?.match(/[A-Za-z]+/g) ?? []));
  const fields = [MESSAGE, MESSAGE.data, ANSWER, ANSWER.data, ...ANSWER.data.errorList].flatMap(Object.keys);
  expect(fields.filter((field) => !words.has(field))).toEqual([]);
});
