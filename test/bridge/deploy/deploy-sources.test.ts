import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bareTask, end, fileWith, lanes, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { createWorld, type World } from '../world.ts';

const NAMED = processFile([start(), userTask('ask', { name: '请示' }), end()], 'start > ask > end');

let world: World;
let folder: string;
beforeAll(async () => {
  world = await createWorld();
  folder = await mkdtemp(join(tmpdir(), 'deploy-'));
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

describe('a file that is deployed by its path', () => {
  const declared = (encoding: string) => NAMED.replace('encoding="UTF-8"', `encoding="${encoding}"`);
  const utf16 = Buffer.from(declared('UTF-16'), 'utf16le');
  // 请示 in GBK, in place of two letters.
  const gbk = Buffer.concat(
    declared('GBK')
      .split('请示')
      .flatMap((part, index) => [...(index > 0 ? [Buffer.from([0xc7, 0xeb, 0xca, 0xbe])] : []), Buffer.from(part)]),
  );

  test.each([
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${NAMED}`)],
    ['UTF-16 with a mark', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])],
    ['UTF-16 without one', utf16],
    ['big-endian UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]).swap16()],
    ['GBK by its declaration', gbk],
    ['UTF-8 that says UTF-16', Buffer.from(declared('UTF-16'))],
  ])('is read as %s', async (name, bytes) => {
    const path = join(folder, `${name}.bpmn`);
    await writeFile(path, bytes);
    const { processId } = await world.bridge.deploy(path);
    const { instanceId } = await world.bridge.start(processId, { initiator: 'ann' });
    expect((await world.bridge.tasks.list({ instanceId }))[0]).toMatchObject({ nodeName: '请示' });
  });

  test.each(['windows-1252', 'ISO-8859-1'])('keeps the dashes, quotes and € of %s', async (encoding) => {
    const path = join(folder, `${encoding}.bpmn`);
    const [before = '', behind = ''] = declared(encoding).split('请示');
    await writeFile(path, Buffer.from(`${before}kl\xe4ren \x96 \x845 \x80\x93${behind}`, 'latin1'));
    const { processId } = await world.bridge.deploy(path);
    const { instanceId } = await world.bridge.start(processId, { initiator: 'ann' });
    expect((await world.bridge.tasks.list({ instanceId }))[0]).toMatchObject({ nodeName: 'klären – „5 €“' });
  });

  test.each([
    ['klingon', Buffer.from(declared('klingon')), 'declares the encoding klingon, which is not known'],
    ['not UTF-8', Buffer.from(NAMED.replace('请示', 'Prüfen'), 'latin1'), 'bytes are not valid UTF-8'],
  ])('is refused where it is %s', async (name, bytes, reason) => {
    const path = join(folder, `${name}.bpmn`);
    await writeFile(path, bytes);
    await expect(world.bridge.deploy(path)).rejects.toMatchObject({
      code: 'ERR_MODEL_UNREADABLE',
      message: expect.stringContaining(reason),
    });
  });
});

describe('a text that is no XML', () => {
  test.each(['not xml at all', 'a\nb', 'id="a"><process/>', '', 'x'.repeat(5_000)])(
    'is not taken for a path: %j',
    async (text) => {
      const refused = {
        code: 'ERR_INPUT_INVALID',
        message: expect.stringContaining(`a text of ${text.length} characters`),
      };
      await expect(world.bridge.deploy(text)).rejects.toMatchObject(refused);
    },
  );

  test('is one where it looks like one', async () => {
    const refused = {
      code: 'ERR_INPUT_INVALID',
      message: expect.stringContaining('processes/none.bpmn cannot be read (ENOENT)'),
    };
    await expect(world.bridge.deploy('processes/none.bpmn')).rejects.toMatchObject(refused);
  });
});

test('a folder is read through links, and without what is hidden', async () => {
  // As macOS and Kubernetes leave them.
  const mounted = join(folder, 'mounted');
  await mkdir(join(mounted, '..2026_01_01'), { recursive: true });
  await writeFile(join(mounted, '..2026_01_01', 'ask.bpmn'), NAMED);
  await symlink('..2026_01_01', join(mounted, '..data'));
  await symlink(join('..data', 'ask.bpmn'), join(mounted, 'ask.bpmn'));
  await writeFile(join(mounted, '._ask.bpmn'), 'no XML');
  await mkdir(join(mounted, 'named-so.bpmn'));
  const { deployments } = await world.bridge.deploy(mounted);
  expect(deployments).toHaveLength(1);
  await symlink('nowhere', join(mounted, 'gone.bpmn'));
  await expect(world.bridge.deploy(mounted)).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
});

describe('strict', () => {
  const GUESSED = fileWith(bareTask('ask'), { before: lanes({ Office: ['ask'] }) });

  test('makes errors of what was guessed, and of nothing else', async () => {
    const { problems } = await world.bridge.deploy(GUESSED);
    expect(problems).toMatchObject([{ rule: 'handler-from-lane', severity: 'warning', guess: true }]);
    await expect(world.bridge.deploy(GUESSED, { strict: true })).rejects.toMatchObject({
      code: 'ERR_MODEL_REFUSED',
      details: { problems: [{ rule: 'handler-from-lane', severity: 'error' }] },
    });
    const warned = processFile([start(), userTask('ask'), userTask('alone')], 'start > ask');
    expect((await world.bridge.deploy(warned, { strict: true })).problems).toMatchObject([
      { rule: 'node-unreachable' },
    ]);
  });

  test('is a boolean, and the only option', async () => {
    for (const options of [{ strict: 'yes' }, { stern: true }]) {
      await expect(world.bridge.deploy(NAMED, options as object)).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
    }
  });
});
