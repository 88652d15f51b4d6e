import { randomUUID } from 'node:crypto';
import { pick, type Random } from '../support/random.ts';
import { OPINIONS, type OpenTask } from './fuzz-bridge.ts';
import type { Call } from './known.ts';
import type { Mutation } from './mutate.ts';

const TIME = '2026-03-01 10:00:00';
const ACCOUNTS = ['anna', 'bo', 'Anna', 'chen', '', ' bo', 'bo\u0000', '博'] as const;

/** The honest press of a button by its handler. */
export function makeHonestCall(random: Random, task: OpenTask): Call {
  const { actionKey, nextNodeKey } = pick(random, task.buttons);
  return {
    taskId: task.taskId,
    actionKey,
    parameters: { accountName: task.handler, opinions: OPINIONS, nextNodeKey, time: TIME },
    uuid: randomUUID(),
    method: pick(random, ['POST', 'POST', 'PUT', 'GET']),
    contentType: 'application/json',
    tokenOf: task.handler,
    isTokenGood: true,
  };
}

/** None of them is a time there is in the zone of the bridge. */
export const TIMES: readonly unknown[] = [
  '',
  'now',
  '2026-02-30 10:00:00',
  '1986-05-04 02:30:00',
  `${TIME} `,
  '2026-3-1 10:00:00',
  0,
  null,
  [TIME, TIME],
];
const TEXTS = ['', 'moon', '\ud800', '\u0000\u202e', '{"a":1}', '同意'.repeat(2000), '%00%', "'; --"];
export const ODD: readonly unknown[] = [null, 0, -1, 1e300, true, [], {}, [[]], { toString: 1 }, 'text'];
const NO_OBJECTS = [null, 7, 'text', [], [1, 2], true, '', [{ accountName: 'bo' }]];
/** Ids of nothing that ever was. */
export const STRANGE_IDS = [
  ...['nobody.7', 'i/../x', '%2e%2e', 'x'.repeat(3000), '__proto__', 'constructor', '请假', '\u0000', 'tasks'],
  "' or 1=1 --",
] as const;

function setField(name: string, values: readonly unknown[]): Mutation<Call> {
  return ({ parameters }, random) =>
    isObject(parameters) ? { parameters: { ...parameters, [name]: pick(random, values) } } : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What may be wrong with a call that is signed and encrypted correctly. */
export const CALL_MUTATIONS: Readonly<Record<string, Mutation<Call>>> = {
  'another accountName': setField('accountName', ACCOUNTS),
  'accountName of another type': setField('accountName', ODD),
  'another time': setField('time', TIMES),
  'time of another type': setField('time', ODD),
  'other opinions': setField('opinions', [...TEXTS, ...ODD]),
  'opinions that are too long': setField('opinions', ['x'.repeat(70_000)]),
  'another nextNodeKey': setField('nextNodeKey', [...TEXTS, ...ODD, 'end', 'apply', 'check']),
  'a field __proto__': setField('__proto__', ODD),
  'a field too many': setField('extra', [...ODD, 'x'.repeat(1000)]),
  'a field too few': ({ parameters }, random) => {
    if (!isObject(parameters)) return undefined;
    const { [pick(random, ['accountName', 'time', 'opinions'])]: _dropped, ...rest } = parameters;
    return { parameters: rest };
  },
  'parameters that are no object': (_call, random) => ({ parameters: pick(random, NO_OBJECTS) }),
  'parameters of 500 levels': ({ parameters }) => {
    let deep: unknown = parameters;
    for (let level = 0; level < 500; level++) deep = [deep];
    return { parameters: isObject(parameters) ? { ...parameters, opinions: deep } : deep };
  },
  'a task that never was': (_call, random) => ({ taskId: pick(random, STRANGE_IDS) }),
  'another task': (_call, random, { open }) => ({ taskId: pick(random, open).taskId }),
  'a task that is closed': (_call, random, { closed }) =>
    closed.length > 0 ? { taskId: pick(random, closed) } : undefined,
  'a button that never was': (_call, random) => ({ actionKey: pick(random, STRANGE_IDS) }),
  'another button': (_call, random, { open }) => ({ actionKey: pick(random, pick(random, open).buttons).actionKey }),
  'another uuid': (_call, random) => ({
    uuid: pick(random, ['', 'u'.repeat(129), 'a b', 'u-1', 'u-2', '\u007f', '__proto__']),
  }),
  'a token of another account': (_call, random) => ({ tokenOf: pick(random, ACCOUNTS) }),
  'somebody else with a token of theirs': ({ parameters }, random) => {
    const tokenOf = pick(random, ACCOUNTS);
    return { tokenOf, ...(isObject(parameters) && { parameters: { ...parameters, accountName: tokenOf } }) };
  },
  'a token that has expired': () => ({ isTokenGood: false }),
  'another method': (_call, random) => ({
    method: pick(random, ['POST', 'PUT', 'GET', 'DELETE', 'PATCH', 'OPTIONS']),
  }),
  'another content type': (_call, random) => ({
    contentType: pick(random, ['', 'text/plain', 'application/json; charset=latin1', 'APPLICATION/JSON', ',']),
  }),
  'what was applied before': (_call, random, { applied }) => (applied.length > 0 ? pick(random, applied) : undefined),
};
