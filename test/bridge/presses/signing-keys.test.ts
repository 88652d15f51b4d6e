import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BridgeOptions } from '../../../src/index.ts';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { createDatabaseFile, type DatabaseFile } from '../database-file.ts';
import { createWorld, SIGNING_KEYS, type World } from '../world.ts';

const TWO_STEPS = processFile(
  [start(), userTask('apply', { assignee: 'anna' }), userTask('check', { assignee: 'bo' }), end()],
  'start > apply > check > end',
  { id: 'two-steps' },
);
const [K1] = SIGNING_KEYS;
const K2 = { id: 'k2', secret: 'the secret of the year after, 32 bytes and more' };
const K3 = { id: 'k3', secret: 'the secret of another year, 32 bytes and more' };

let file: DatabaseFile;
let world: World;
let publicUrl: string;

beforeEach(async () => {
  file = createDatabaseFile();
  world = await createWorld({ bridge: { store: file.store } });
  await world.bridge.deploy(TWO_STEPS);
  await begin();
  publicUrl = new URL(urlOf('anna', 'apply')).origin;
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  file[Symbol.dispose]();
});

async function begin(): Promise<string> {
  const { instanceId } = await world.bridge.start('two-steps', { initiator: 'anna' });
  await world.bridge.idle();
  return instanceId;
}

function urlOf(account: string, nodeId: string): string {
  return world.sandbox.task(world.taskOf(account, nodeId))?.buttons[0]?.url ?? '';
}

/** The same bridge with other keys. */
function reopenWith(...signingKeys: (typeof K2 | undefined)[]) {
  const callback = { publicUrl, signingKeys, cipher: { kind: 'none' }, idToken: 'trust-center' };
  return world.reopen({ callback: callback as BridgeOptions['callback'] });
}

const warnings = () => world.log.filter(({ level }) => level === 'warn');

describe('a signing key', () => {
  it('is rotated while tasks are open: old buttons work, new ones are signed with the first key', async () => {
    expect(await world.bridge.keys.inUse()).toEqual([{ keyId: 'k1', openTasks: 1, handledTasks: 0 }]);
    await reopenWith(K2, K1);
    expect(await world.bridge.keys.inUse()).toEqual([
      { keyId: 'k2', openTasks: 0, handledTasks: 0 },
      { keyId: 'k1', openTasks: 1, handledTasks: 0 },
    ]);
    expect(urlOf('anna', 'apply')).toContain('/k1.');
    expect(await world.press('anna', 'apply')).toBe(0);
    expect(urlOf('bo', 'check')).toContain('/k2.');
    expect(await world.bridge.keys.inUse()).toEqual([
      { keyId: 'k2', openTasks: 1, handledTasks: 0 },
      { keyId: 'k1', openTasks: 0, handledTasks: 1 },
    ]);
    expect(await world.press('bo', 'check')).toBe(0);
    // Nothing that is over needs a key.
    expect((await world.bridge.keys.inUse()).map(({ openTasks, handledTasks }) => openTasks + handledTasks)).toEqual([
      0, 0,
    ]);
  });

  it('that open tasks need cannot be taken away: start-up names it and how many tasks need it', async () => {
    await begin();
    await reopenWith(K2, K1);
    await begin();
    await expect(reopenWith(K3)).rejects.toMatchObject({
      code: 'ERR_SIGNING_KEY_MISSING',
      message: expect.stringMatching(/"k1" \(2 open\), "k2" \(1 open\)/),
      details: {
        missing: [
          { keyId: 'k1', openTasks: 2 },
          { keyId: 'k2', openTasks: 1 },
        ],
      },
    });
    // The refusal has let the file go, and nothing is lost.
    await reopenWith(K3, K2, K1);
    expect(await world.press('anna', 'apply')).toBe(0);
  });

  it('of suspended tasks is needed too: they will be handled once they are active again', async () => {
    file.run("update tasks set state = 'SUSPENDED'; update instances set status = 'suspended'");
    expect(await world.bridge.keys.inUse()).toEqual([{ keyId: 'k1', openTasks: 1, handledTasks: 0 }]);
    await expect(reopenWith(K2)).rejects.toMatchObject({ code: 'ERR_SIGNING_KEY_MISSING' });
  });

  it('that only handled tasks of a running instance know may go, and start-up says what goes with it', async () => {
    await reopenWith(K2, K1);
    await world.press('anna', 'apply');
    const before = warnings().length;
    await reopenWith(K2);
    expect(warnings().slice(before)).toContainEqual({
      level: 'warn',
      message: 'a signing key is missing: buttons of handled tasks in running instances are answered 401',
      fields: { event: 'key.missing', keyId: 'k1', handledTasks: 1 },
    });
    expect(await world.bridge.keys.inUse()).toEqual([
      { keyId: 'k2', openTasks: 1, handledTasks: 0 },
      { keyId: 'k1', openTasks: 0, handledTasks: 1 },
    ]);
    expect(await world.press('bo', 'check')).toBe(0);
  });

  it('of an instance that is over may go without a word', async () => {
    await world.press('anna', 'apply');
    await world.press('bo', 'check');
    const before = warnings().length;
    await reopenWith(K2);
    expect(
      warnings()
        .slice(before)
        .filter(({ message }) => message.includes('signing key')),
    ).toEqual([]);
  });
});

describe('what is trusted', () => {
  const said = (part: string) => warnings().filter(({ message }) => message.includes(part));

  it('is said once each at start-up', () => {
    expect(said("callback.idToken is 'trust-center'")).toHaveLength(1);
    expect(said("identity is 'trust-center'")).toHaveLength(1);
    expect(said('aes-ecb')).toEqual([]);
  });

  it('is not said where it is checked; ECB is', async () => {
    const key = Buffer.alloc(16, 7).toString('base64');
    await using checked = await createWorld({
      bridge: { identity: { isMember: () => true } },
      callback: { idToken: () => true, cipher: { kind: 'aes-ecb', key } },
    });
    expect(checked.log.filter(({ level }) => level === 'warn').map(({ message }) => message)).toEqual([
      expect.stringContaining("callback.cipher is 'aes-ecb'"),
    ]);
  });
});
