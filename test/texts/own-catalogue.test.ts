/** All that people meet in the center is the author's, a person's own, or in the catalogue: nothing is said besides. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Catalogue } from '../../src/index.ts';
import { TEXT_USES } from '../../src/texts/catalogue.ts';
import { createWorld } from '../bridge/world.ts';
import {
  callWrongly,
  decideAndFail,
  deployAll,
  endByEvents,
  operate,
  pressEverything,
  type Stage,
  waitForNobody,
} from './stories.ts';

/** Each text is its name, with the values that it must hold. */
const OWN = Object.fromEntries(
  Object.entries(TEXT_USES).map(([name, { values }]) => {
    const needed = values.filter((value: string) => !value.endsWith('?')).map((value) => ` {${value}}`);
    return [name, `«${name}»${needed.join('')}`];
  }),
) as Catalogue;

/** What a report holds that nobody reads as a text: ids, codes, accounts, addresses and times. */
const NO_TEXTS: ReadonlySet<string> = new Set([
  ...['appId', 'handler', 'status', 'previousTaskId', 'handleTime', 'taskId', 'nodeId', 'transTypeCode'],
  ...['serialNumber', 'initiator', 'handlers', 'handlingGroup', 'type', 'url', 'optType', 'method', 'nextNodeKey'],
]);

function textsIn(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each, name));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([field, held]) => textsIn(held, field));
  }
  return typeof value === 'string' && !NO_TEXTS.has(name) ? [value] : [];
}

let told: readonly string[];
let answered: readonly string[];

beforeAll(async () => {
  const stage: Stage = { world: undefined as never, answers: [], now: Date.UTC(2026, 2, 1, 4) };
  const clock = () => stage.now;
  await using world = await createWorld({
    bridge: {
      ...{ clock, locale: OWN, identity: { isMember: () => false, nameOf: (account) => `«${account}»` } },
      defaults: { operationUrl: 'https://service.test/{operation}/{taskId}' },
    },
    callback: { idToken: (token) => token !== 'bad' },
    sandbox: { clock },
  });
  const played = Object.assign(stage, { world });
  await deployAll(played);
  await pressEverything(played);
  await operate(played, OWN);
  await decideAndFail(played);
  await endByEvents(played);
  await callWrongly(played);
  await waitForNobody(played);
  const reports = world.sandbox.traffic.filter(({ call, direction }) => call === 'taskHandle' && direction === 'in');
  told = reports.flatMap(({ body }) => textsIn(body));
  answered = stage.answers;
}, 60_000);

describe('with a catalogue in which each text is its name', () => {
  test('no report has a text from elsewhere', () => {
    expect(told.length).toBeGreaterThan(100);
    expect(told.filter((text) => !text.startsWith('«'))).toEqual([]);
  });

  test('nobody is answered anything else', () => {
    expect(answered.filter((text) => !text.startsWith('«'))).toEqual([]);
  });

  test('every text is met by somebody', () => {
    const met = new Set([...told, ...answered].flatMap((text) => /^«([^»]+)»/.exec(text)?.[1] ?? []));
    expect(Object.keys(TEXT_USES).filter((name) => !met.has(name))).toEqual([]);
  });

  test('what is filled in stands in its place', () => {
    expect(answered).toContain('«done.press» «HANDLE»');
    expect(answered).toContain('«failed.step» ERR_STEP_FAILED');
    expect(answered).toContain('«call.parameterMissing» accountName');
    expect(answered).toContain('«call.timeUnknown» Asia/Shanghai');
    expect(answered).toContain('«refused.callUnknown» none');
  });
});
