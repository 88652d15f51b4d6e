/** What `lintFiles` says of files is what a bridge with the same options says when they are deployed. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bridge, BridgeError, type BridgeOptions, createBridge, ModelError } from '../../../src/index.ts';
import {
  type DeploySource,
  type LintOptions,
  type LintResult,
  lintFiles,
  type Problem,
} from '../../../src/model/index.ts';
import { bareTask, callActivity, end, fileWith, lanes, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { ofThisTier } from '../../support/tier.ts';
import { optionsFor } from '../options-for.ts';
import { CAMUNDA, CAMUNDA_REFUSALS } from '../vendor-ways/camunda.ts';
import { DROOLS } from '../vendor-ways/drools.ts';
import { ACTIVITI, FLOWABLE } from '../vendor-ways/flowable.ts';
import { ZEEBE } from '../vendor-ways/zeebe.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
const MODELS = [
  ...['camunda7/invoice-approval', 'camunda7/job-announcement', 'camunda7/loan-approval', 'camunda7/loan-granting'],
  ...[
    'camunda8/complete-user-task',
    'camunda8/zeebe-user-task',
    'miwg/A.4.1',
    'miwg/B.2.0',
    'miwg/C.1.0',
    'miwg/C.3.0',
  ],
].map((name) => `test/fixtures/models/${name}.bpmn`);

const nothing = () => undefined;
/** A host, as a bridge is told of it and as a lint is. */
interface Host {
  readonly bridge: Partial<BridgeOptions>;
  readonly lint: LintOptions;
}
const BARE: Host = {
  bridge: {},
  lint: { services: [], functions: [], scripts: false, circulation: false },
};
const defaults = { handlers: 'emil', systemHandler: 'system' };
const messageTypes = { NOTICE: { channels: ['WEBSITE'], template: '{{text}}' } } as const;
const FURNISHED: Host = {
  bridge: {
    ...{ defaults, messageTypes, assign: () => ({ handlers: ['ann'] }), scripts: nothing },
    services: { mail: nothing, payer: nothing },
    expressions: { functions: { 'bean.method': () => 1 } },
  },
  lint: {
    ...{ defaults, messageTypes, assign: true, scripts: true },
    ...{ services: ['mail', 'payer'], functions: ['bean.method'], circulation: false },
  },
};

const bridges = new Map<Host, Promise<Bridge>>();
afterAll(async () => {
  for (const bridge of bridges.values()) await (await bridge).close();
});

/** For all files that are deployed on such a host, each when nothing else is. */
function bridgeOf(host: Host): Promise<Bridge> {
  const logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
  const place = { ...optionsFor({ url: 'http://127.0.0.1:9' }), store: 'sqlite::memory:', logger };
  const bridge = bridges.get(host) ?? createBridge({ ...place, ...host.bridge });
  bridges.set(host, bridge);
  return bridge;
}

/** What a bridge on which nothing is deployed says of the files, and what a lint does. */
async function judgeTwice(source: DeploySource, host: Host, strict = false) {
  const bridge = await bridgeOf(host);
  return { deployed: await deploy(), linted: await lintFiles(source, { ...host.lint, strict }) };

  async function deploy() {
    try {
      const { deployments } = await bridge.deploy(source, { strict });
      for (const { definitionId } of deployments) await bridge.definitions.undeploy(definitionId);
      const unique = new Map(
        deployments.flatMap(({ problems }) => problems).map((each) => [JSON.stringify(each), each]),
      );
      const processes = deployments.map(
        ({ definitionId: _id, isLatest: _latest, problems: _problems, ...rest }) => rest,
      );
      return { isDeployable: true, problems: [...unique.values()], processes };
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      return { isDeployable: false, problems: (error.details.problems ?? []) as readonly Problem[] };
    }
  }
}

async function expectSame(source: DeploySource, host: Host, strict?: boolean): Promise<LintResult> {
  const { deployed, linted } = await judgeTwice(source, host, strict);
  expect(linted).toMatchObject(deployed);
  expect(linted.problems).toEqual(deployed.problems);
  return linted;
}

const ofVendors = [...CAMUNDA, ...CAMUNDA_REFUSALS, ...ZEEBE, ...FLOWABLE, ...ACTIVITI, ...DROOLS];

describe('says what deploy says', () => {
  test('of the example processes', async () => {
    expect((await expectSame(`${ROOT}processes`, FURNISHED)).files).toHaveLength(5);
    await expectSame(`${ROOT}processes`, BARE);
  });

  test.each(ofThisTier(MODELS, (_, index) => index % 4 === 0))('of %s', async (path) => {
    await expectSame(ROOT + path, BARE);
    await expectSame([ROOT + path], FURNISHED, true);
  });

  test.each([
    ['camunda', 17],
    ['zeebe', 12],
    ['flowable', 15],
    ['activiti', 1],
    ['drools', 10],
  ] as const)('of the shapes that %s draws', async (vendor, atLeast) => {
    const files = ofVendors.filter(({ of }) => of === vendor);
    expect(files.length).toBeGreaterThanOrEqual(atLeast);
    for (const { xml } of files) {
      await expectSame(xml, BARE);
      await expectSame(xml, FURNISHED, true);
    }
  });

  test('of all of them together, which define one process', async () => {
    const { problems, isDeployable } = await expectSame(
      ofVendors.map(({ xml }) => xml),
      FURNISHED,
    );
    expect(isDeployable).toBe(false);
    expect(problems.map(({ rule }) => rule)).toContain('process-defined-twice');
    expect(problems.find(({ rule }) => rule === 'process-defined-twice')?.file).toEqual(expect.any(String));
  });
});

describe('of files together', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lint-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const legal = processFile([start(), userTask('look', { assignee: 'bo' }), end()], 'start > look > end', {
    id: 'legal',
  });
  const calling = processFile([start(), callActivity('call', 'legal'), end()], 'start > call > end', { id: 'caller' });

  test('one may call another of another folder, and alone it is warned of', async () => {
    await mkdir(join(folder, 'below'));
    await writeFile(join(folder, 'a.bpmn'), calling);
    await writeFile(join(folder, 'below', 'b.bpmn'), legal);
    const both = await expectSame(folder, BARE);
    expect(both).toMatchObject({ problems: [], processes: [{ processId: 'caller' }, { processId: 'legal' }] });
    expect((await expectSame(join(folder, 'a.bpmn'), BARE)).problems).toMatchObject([{ rule: 'call-target-unknown' }]);
  });

  test('what is wrong with one hides nothing of the others, not even where it cannot be decoded', async () => {
    const guessed = fileWith(bareTask('ask'), { before: lanes({ Office: ['ask'] }) });
    const list = [
      ...[join(folder, 'latin.bpmn'), join(folder, 'text.bpmn'), join(folder, 'guessed.bpmn'), '<definitions/>'],
    ];
    await writeFile(join(folder, 'latin.bpmn'), Buffer.from(legal.replace('look', 'l\u00f6\u00f6k'), 'latin1'));
    await writeFile(join(folder, 'text.bpmn'), 'no XML');
    await writeFile(join(folder, 'guessed.bpmn'), guessed);
    const { problems, files } = await expectSame(list, BARE);
    expect(files).toEqual([...list.slice(0, 3), 'file 4 of the list']);
    expect(problems.map(({ file, rule, severity }) => [file, rule, severity])).toEqual([
      [list[0], 'file-unreadable', 'error'],
      [list[1], 'file-unreadable', 'error'],
      [list[2], 'handler-from-lane', 'warning'],
      ['file 4 of the list', 'file-unreadable', 'error'],
    ]);
  });
});

describe('a file that is alone and cannot be read', () => {
  test.each(['<definitions/>', '<no', '<a>text</a>'])('is a problem, not an error: %s', async (xml) => {
    const refusal = await judgeTwice(xml, BARE);
    expect(refusal.linted).toMatchObject({
      isDeployable: false,
      problems: [{ rule: 'file-unreadable', elementId: 'definitions', severity: 'error' }],
      processes: [],
    });
    expect(refusal.deployed).toEqual({ isDeployable: false, problems: [] });
  });

  test.each([['no.bpmn'], ['text'], ['https://example.com/a.bpmn'], []])('there is none: %j', async (...source) => {
    const [first] = source;
    const given = first?.startsWith('https') ? new URL(first) : (first ?? []);
    await expect(lintFiles(given)).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
  });
});

describe('the options of a lint', () => {
  const nobody = fileWith(bareTask('ask'));
  const timed = processFile(
    [start('due', { content: '<timerEventDefinition><timeCycle>R/PT1H</timeCycle></timerEventDefinition>' }), end()],
    'due > end',
  );
  const errorsOf = async (xml: string, options?: LintOptions) =>
    (await lintFiles(xml, options)).problems.flatMap(({ rule, severity }) => (severity === 'error' ? [rule] : []));

  test('say who handles what names nobody', async () => {
    expect(await errorsOf(nobody)).toEqual(['user-task-without-handler']);
    for (const options of [
      { defaults: { handlers: '${initiator}' } },
      { defaults: { handlingGroup: 'all' } },
      { assign: true },
    ])
      expect(await errorsOf(nobody, options)).toEqual([]);
  });

  test('say in whose name timers start', async () => {
    expect(await errorsOf(timed)).toEqual(['timer-start-without-initiator']);
    expect(await errorsOf(timed, { defaults: { systemHandler: 'system' } })).toEqual([]);
  });

  test.each([
    [{ stern: true }],
    [{ strict: 'yes' }],
    [{ defaults: { handlers: 'a', handlingGroup: 'b' } }],
    [{ defaults: { handlers: '${' } }],
    [{ defaults: { handlers: ',' } }],
    [{ services: 'pay' }],
  ])('are refused where they are wrong: %j', async (options) => {
    const refusal = await lintFiles(nobody, options as LintOptions).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(BridgeError);
    expect(refusal).toMatchObject({ code: 'ERR_INPUT_INVALID' });
  });
});

test('a lint changes no file', async () => {
  const path = `${ROOT}processes/leave-approval.bpmn`;
  const before = await readFile(path);
  await lintFiles(path);
  expect(await readFile(path)).toEqual(before);
});
