import { randomUUID } from 'node:crypto';
import type { Random } from '../support/random.ts';
import { ACCOUNTS, type FuzzBridge, type OpenTask } from './fuzz-bridge.ts';

/** What a center is about to say. */
export interface Call {
  taskId: string;
  actionKey: string;
  /** Of an honest call, an object. */
  parameters: unknown;
  uuid: string;
  method: string;
  contentType: string;
  tokenOf: string;
  isTokenGood: boolean;
}

export const TIME = '2026-03-01 10:00:00';

export function pick<T>(random: Random, values: readonly T[]): T {
  return values[random.below(values.length)] as T;
}

/** The honest press of a button by its handler. */
export function makeHonestCall(random: Random, task: OpenTask): Call {
  const { actionKey, nextNodeKey } = pick(random, task.buttons);
  return {
    taskId: task.taskId,
    actionKey,
    parameters: { accountName: task.handler, opinions: 'fine', nextNodeKey, time: TIME },
    uuid: randomUUID(),
    method: pick(random, ['POST', 'POST', 'PUT', 'GET']),
    contentType: 'application/json',
    tokenOf: task.handler,
    isTokenGood: true,
  };
}

const TIMES = [
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
const TEXTS = [
  '',
  'moon',
  'x'.repeat(70_000),
  '\ud800',
  '\u0000\u202e',
  '{"a":1}',
  '同意'.repeat(2000),
  '%00%',
  "'; --",
];
const ODD: readonly unknown[] = [null, 0, -1, 1e300, true, [], {}, [[]], { toString: 1 }, 'text'];
const NO_OBJECTS = [null, 7, 'text', [], [1, 2], true, '', [{ accountName: 'bo' }]];
const IDS = ['nobody.7', 'i/../x', '%2e%2e', 'x'.repeat(3000), '__proto__', 'constructor', '请假', '\u0000', 'tasks'];

type Mutation = (call: Call, random: Random, world: FuzzBridge) => void;

function setField(name: string, values: readonly unknown[]): Mutation {
  return (call, random) => {
    if (isObject(call.parameters)) call.parameters = { ...call.parameters, [name]: pick(random, values) };
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What may be wrong with a call that is signed and encrypted correctly. */
const MUTATIONS: readonly Mutation[] = [
  setField('accountName', ACCOUNTS),
  setField('accountName', ODD),
  setField('time', TIMES),
  setField('time', ODD),
  setField('opinions', [...TEXTS, ...ODD]),
  setField('nextNodeKey', [...TEXTS, ...ODD, 'end', 'apply', 'check']),
  setField('__proto__', ODD),
  setField('extra', [...ODD, 'x'.repeat(1000)]),
  (call, random) => {
    if (!isObject(call.parameters)) return;
    const { [pick(random, ['accountName', 'time', 'opinions'])]: _dropped, ...rest } = call.parameters;
    call.parameters = rest;
  },
  (call, random) => {
    call.parameters = pick(random, NO_OBJECTS);
  },
  (call) => {
    let deep: unknown = call.parameters;
    for (let level = 0; level < 500; level++) deep = [deep];
    call.parameters = isObject(call.parameters) ? { ...call.parameters, opinions: deep } : deep;
  },
  (call, random, world) => {
    call.taskId = pick(random, [...IDS, ...world.closedTasks(), ...world.openTasks().map(({ taskId }) => taskId)]);
  },
  (call, random, world) => {
    const keys = world.openTasks().flatMap(({ buttons }) => buttons.map(({ actionKey }) => actionKey));
    call.actionKey = pick(random, [...IDS, ...keys]);
  },
  (call, random) => {
    call.uuid = pick(random, ['', 'u'.repeat(129), 'a b', 'u-1', 'u-2', '\u007f', '__proto__']);
  },
  (call, random) => {
    call.tokenOf = pick(random, ACCOUNTS);
  },
  // Somebody else, with a good token of theirs.
  (call, random) => {
    call.tokenOf = pick(random, ACCOUNTS);
    if (isObject(call.parameters)) call.parameters = { ...call.parameters, accountName: call.tokenOf };
  },
  (call) => {
    call.isTokenGood = false;
  },
  (call, random) => {
    call.method = pick(random, ['POST', 'PUT', 'GET', 'DELETE', 'PATCH', 'OPTIONS']);
  },
  (call, random) => {
    call.contentType = pick(random, ['', 'text/plain', 'application/json; charset=latin1', 'APPLICATION/JSON', ',']);
  },
];

export function mutateCall(call: Call, random: Random, world: FuzzBridge): void {
  for (let left = 1 + random.below(3); left > 0; left--) pick(random, MUTATIONS)(call, random, world);
}

/** Changes a text as noise on the line does, or somebody who tries. */
export function mutateText(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const character = String.fromCharCode(random.below(0x7f));
  switch (random.below(6)) {
    case 0:
      return text.slice(0, at) + character + text.slice(at + 1);
    case 1:
      return text.slice(0, at) + text.slice(at + 1);
    case 2:
      return text.slice(0, at) + character + text.slice(at);
    case 3:
      return text.slice(0, at);
    case 4: {
      const other = random.below(text.length + 1);
      return text.slice(0, at) + text.slice(Math.min(at, other), Math.max(at, other)) + text.slice(at);
    }
    default:
      return text.slice(0, at) + pick(random, ['%', '\\', '"', '=', '+', '../', '\ufeff', '0', '.']) + text.slice(at);
  }
}
