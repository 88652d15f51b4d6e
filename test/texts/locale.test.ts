/** Option `locale`, over HTTP against the sandbox, and on an engine that its caller owns. */
import { Engine } from 'bpmn-engine';
import { describe, expect, test } from 'vitest';
import {
  type BridgeOptions,
  CATALOGUES,
  type Catalogue,
  InputError,
  type Locale,
  type TaskHandlingItem,
} from '../../src/index.ts';
import { createPlugin, type PluginOptions } from '../../src/plugin/index.ts';
import { createDatabaseFile } from '../bridge/database-file.ts';
import { createWorld, type World } from '../bridge/world.ts';
import { ANY, DECIDED, EVERYTHING } from './diagrams.ts';

const GERMAN: Catalogue = { ...CATALOGUES.en, 'button.handle': 'Erledigen', 'status.transfer': 'Weitergegeben' };

interface Words {
  readonly handle: string;
  readonly done: string;
  readonly gone: string;
  readonly transfer: string;
  readonly stale: string;
  readonly failed: string | RegExp;
}

const WORDS: readonly (readonly [string, Locale | undefined, Words])[] = [
  [
    'English, where nothing is said',
    undefined,
    {
      ...{ handle: 'Handle', done: 'Handle: done', gone: 'System, Decided by others', transfer: 'Transfer' },
      ...{ stale: 'this task has been finished', failed: /^No flow out of .* \(ERR_STEP_FAILED\)$/ },
    },
  ],
  [
    'Chinese',
    'zh-CN',
    {
      ...{ handle: '办理', done: '“办理”已完成', gone: '系统, 已由他人处理', transfer: '转办' },
      stale: '任务已被处理，不能重复操作',
      failed: '流程暂时无法继续，本次操作未生效，请联系管理员处理后重试（ERR_STEP_FAILED）',
    },
  ],
  [
    'a language of the host',
    GERMAN,
    {
      ...{ handle: 'Erledigen', done: 'Erledigen: done', gone: 'System, Decided by others', transfer: 'Weitergegeben' },
      ...{ stale: 'this task has been finished', failed: /\(ERR_STEP_FAILED\)$/ },
    },
  ],
];

async function begin(world: World, xml: string, variables = {}): Promise<string> {
  const { processId } = await world.bridge.deploy(xml);
  const { instanceId } = await world.bridge.start(processId, { initiator: 'anna', variables });
  await world.bridge.idle();
  return instanceId;
}

async function press(world: World, taskId: string, action: string, account: string, more = {}) {
  const { body } = await world.sandbox.press(taskId, { action, account, raw: true, ...more });
  await world.bridge.idle();
  return (body as { message: string }).message;
}

const lastRecord = ({ sandbox }: World, taskId: string) => sandbox.task(taskId)?.records.at(-1);

describe('people are told in', () => {
  test.each(WORDS)('%s', async (_, locale, words) => {
    await using world = await createWorld({ bridge: locale === undefined ? {} : { locale } });
    const id = await begin(world, ANY, { signers: ['bo', 'chen', 'dara'], amount: 7 });
    expect(world.sandbox.task(`${id}.1`)?.buttons.map(({ name }) => name)).toEqual([words.handle]);
    await world.bridge.transfer(`${id}.3`, { from: 'dara', to: 'fatima' });
    await world.bridge.idle();
    expect(lastRecord(world, `${id}.3`)?.handleStatus).toBe(words.transfer);
    expect(await press(world, `${id}.1`, words.handle, 'bo')).toBe(words.done);
    expect(lastRecord(world, `${id}.1`)?.handleStatus).toBe(words.handle);
    const gone = lastRecord(world, `${id}.2`);
    expect(`${gone?.handlerName}, ${gone?.handleStatus}`).toBe(words.gone);
    expect(await press(world, `${id}.2`, words.handle, 'chen')).toBe(words.stale);
    expect(await press(world, world.taskOf('emil', 'pay'), words.handle, 'emil')).toEqual(
      typeof words.failed === 'string' ? words.failed : expect.stringMatching(words.failed),
    );
    // What an operator reads is English in every language.
    expect(await world.bridge.incidents.list()).toMatchObject([{ reason: expect.stringMatching(/^No flow out of /) }]);
  });
});

describe('the options for single texts', () => {
  test('win over the catalogue', async () => {
    const bridge: Partial<Omit<BridgeOptions, 'callback'>> = {
      locale: 'zh-CN',
      defaults: { systemName: '审批机器人', handleLabel: '提交' },
      translateLabel: (text) => (text === '已由他人处理' ? '他人已签' : text),
    };
    await using world = await createWorld({ bridge });
    const id = await begin(world, ANY, { signers: ['bo', 'chen'] });
    expect(await press(world, `${id}.1`, '提交', 'bo')).toBe('“提交”已完成');
    expect(lastRecord(world, `${id}.2`)).toMatchObject({ handlerName: '审批机器人', handleStatus: '他人已签' });
  });
});

describe('a bridge that comes back in another language', () => {
  test('goes on with what people were told before, and says what is new in the new one', async () => {
    using file = createDatabaseFile();
    await using world = await createWorld({ bridge: { store: file.store } });
    const id = await begin(world, ANY, { signers: ['bo'], amount: 9 });
    const decided = await begin(world, DECIDED);
    const same = { uuid: 'u-1', time: '2026-03-01 12:00:00' };
    expect(await press(world, `${decided}.1`, '«Yes»', 'bo', same)).toBe('«Yes»: done');

    await world.reopen({ locale: 'zh-CN' });
    // The button that was told stays what it was, and works.
    expect(world.sandbox.task(`${id}.1`)?.buttons.map(({ name }) => name)).toEqual(['Handle']);
    expect(await press(world, `${id}.1`, 'Handle', 'bo')).toBe('“办理”已完成');
    expect(lastRecord(world, `${id}.1`)).toMatchObject({ status: 'next', handleStatus: '办理' });
    expect(world.sandbox.task(`${id}.2`)?.buttons.map(({ name }) => name)).toEqual(['办理']);
    // A repeat hears what the first heard.
    expect(await press(world, `${decided}.1`, '«Yes»', 'bo', same)).toBe('«Yes»: done');
    expect(await press(world, `${id}.2`, '办理', 'emil')).toBe('“办理”已完成');
    expect(await world.bridge.instances.get(id)).toMatchObject({ status: 'ended' });
    // The same file again is the same definition.
    await begin(world, ANY, { signers: ['bo'] });
    expect(await world.bridge.incidents.list()).toEqual([]);
  });
});

const { 'done.press': _press, 'status.terminate': _status, ...LACKING } = CATALOGUES.en;
const BROKEN = {
  ...LACKING,
  'done.unmatched': 'nobody heard {knopf}',
  'done.revoked': ' ',
  'failed.step': '{reason',
  'refused.suspended': 'held since {time}',
  'button.handel': 'Handle',
};
const PROBLEMS = {
  'status.terminate': 'is required',
  'done.press': 'is required',
  'done.unmatched': 'contains the unknown placeholder {knopf}; lacks the placeholder {button}',
  'done.revoked': 'must be a non-empty text',
  'failed.step': 'lacks the placeholder {code}; has an unpaired brace',
  'refused.suspended': 'contains the unknown placeholder {time}',
  'button.handel': 'is not the name of a text',
};

describe('a catalogue that is not complete', () => {
  const problemsOf = (thrown: unknown) => {
    expect(thrown).toBeInstanceOf(InputError);
    const { code, message, details } = thrown as InputError;
    expect(code).toBe('ERR_CONFIG_INVALID');
    const wanted = Object.entries(PROBLEMS).map(([name, said]) => ({ path: `locale["${name}"]`, message: said }));
    for (const each of wanted) expect(message).toContain(`- ${each.path}: ${each.message}`);
    expect(details.problems).toEqual(wanted);
  };

  test('is refused by createBridge, with all that is wrong with it', async () => {
    const thrown = await createWorld({ bridge: { locale: BROKEN as unknown as Catalogue } }).catch((error) => error);
    problemsOf(thrown);
  });

  test('and by createPlugin', () => {
    const options = { appId: 'app', instanceId: 'i', initiator: 'ann', actionUrl: () => 'u', onReports: () => {} };
    let thrown: unknown;
    try {
      createPlugin({ ...options, locale: BROKEN as unknown as Catalogue });
    } catch (error) {
      thrown = error;
    }
    problemsOf(thrown);
  });
});

describe('on an engine that its caller owns', () => {
  async function run(source: string, options: Partial<PluginOptions>) {
    const items: TaskHandlingItem[] = [];
    const actionUrl = (taskId: string, { key }: { readonly key: string }) => `https://service.test/${taskId}/${key}`;
    const who = { appId: 'app', instanceId: 'i', initiator: 'ann' };
    const plugin = createPlugin({ ...who, actionUrl, onReports: (told) => items.push(...told), ...options });
    const engine = new Engine({ name: 'host', source, ...plugin.engineOptions } as ConstructorParameters<
      typeof Engine
    >[0]);
    await engine.execute({ listener: plugin.listener, variables: { signers: ['bo', 'chen'], to: '' } });
    return { plugin, items };
  }

  test('people are told in the language of the option too', async () => {
    const { plugin, items } = await run(ANY, { locale: 'zh-CN' });
    expect(items[0]?.next?.[0]?.actions?.map(({ name }) => name)).toEqual(['办理']);
    expect(await plugin.press('i.1', { account: 'emil' })).toEqual({
      kind: 'forbidden',
      message: '仅任务处理人可执行此操作',
    });
    expect(await plugin.press('i.1', { account: 'bo' })).toEqual({ kind: 'applied', message: '“办理”已完成' });
    expect(await plugin.press('i.1', { account: 'bo' })).toMatchObject({ message: '任务已被处理，不能重复操作' });
    expect(await plugin.press('i.9', { account: 'bo' })).toEqual({ kind: 'unknown', message: '任务不存在' });
    expect(items.at(-1)).toMatchObject({ handlerName: '系统', handleStatus: '已由他人处理' });
  });

  test('a press that cannot be followed', async () => {
    const { plugin } = await run(EVERYTHING, { locale: 'zh-CN' });
    expect(await plugin.press('i.1', { account: 'bo', action: 'TRANSFER' })).toEqual({
      kind: 'failed',
      message: '流程暂时无法继续，本次操作未生效，请联系管理员处理后重试（ERR_STEP_FAILED）',
    });
  });

  test('a button that nothing listens to', async () => {
    const { plugin } = await run(EVERYTHING, { locale: 'zh-CN' });
    expect(await plugin.press('i.1', { account: 'bo', action: 'DEAL' })).toEqual({
      kind: 'applied',
      message: '“«DEAL»”未生效：流程当前没有响应该操作的环节',
    });
  });
});

describe('the Chinese catalogue', () => {
  /** Names of the interface. */
  const NAMES = ['uuid', 'x-id-token', 'nextNodeKey', 'Content-Type', 'JSON', 'ASCII', 'POST', 'PUT', 'GET', 'time'];

  test('has no English in it', () => {
    const words = Object.values(CATALOGUES['zh-CN']).map((text) =>
      NAMES.reduce((left, name) => left.replaceAll(name, ''), text.replaceAll(/\{\w+\}/g, '')),
    );
    expect(words.filter((text) => /[A-Za-z]/.test(text))).toEqual([]);
    expect(words.filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
  });
});
