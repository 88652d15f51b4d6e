import { randomUUID } from 'node:crypto';
import type { CipherOptions } from '../../../src/index.ts';
import { type NamedRecipe, seal } from '../../callback/seal.ts';
import type { FuzzBridge, OpenTask } from '../../fuzz/fuzz-bridge.ts';
import type { WireAnswer } from '../../fuzz/http-client.ts';
import { cipher as readCipher } from '../../support/inner/config.ts';

export type Part = 'address' | 'body' | 'token';

/** A call in the parts that may be changed on the way; one character is one byte, also where it is none of ASCII. */
export interface SplitCall extends Readonly<Record<Part, string>> {
  /** By GET the body is the query. */
  readonly method: 'POST' | 'GET';
  /** Of a person; the task-status callback has none: ''. */
  readonly token: string;
}

export interface SplitPress extends SplitCall {
  readonly task: OpenTask;
  readonly label: string;
}

/** Of the buttons of the process, by their keys. */
const LABELS: Readonly<Record<string, string>> = { handle: 'Handle', 'ok-end': 'Approve', 'ok-apply': 'Reject' };

/** An honest press by the handler of the first open task. */
export async function makePress(
  world: FuzzBridge,
  cipher: CipherOptions,
  method: SplitCall['method'] = 'POST',
): Promise<SplitPress> {
  const [task] = world.openTasks();
  const [button] = task?.buttons ?? [];
  if (task === undefined || button === undefined) throw new Error('there is no open task');
  const parameters = { opinions: '同意', accountName: task.handler, nextNodeKey: '', time: '2026-03-01 10:00:00' };
  const { body, query } = seal(readCipher.parse(cipher) as NamedRecipe, JSON.stringify(parameters));
  return {
    ...{ task, label: LABELS[button.actionKey] ?? '', method, address: world.sign(task.taskId, button.actionKey) },
    body: method === 'GET' ? query : Buffer.from(body).toString('latin1'),
    token: await world.tokenOf(task.handler),
  };
}

export async function send(world: FuzzBridge, { method, address, body, token }: SplitCall): Promise<WireAnswer> {
  const headers = {
    'content-type': 'application/json',
    ...(token !== '' && { 'x-id-token': token, uuid: randomUUID() }),
  };
  if (method === 'GET') return world.send({ method, path: `${address}?${body}`, headers, body: undefined });
  return world.send({ method, path: address, headers, body: Buffer.from(body, 'latin1') });
}

/** Another character in the place of one. */
export const CHANGES: Readonly<Record<string, (character: string) => string>> = {
  'its lowest bit': (character) => String.fromCharCode(character.charCodeAt(0) ^ 1),
  'its highest bit': (character) => String.fromCharCode(character.charCodeAt(0) ^ 0x80),
  'its case': (character) => String.fromCharCode(character.charCodeAt(0) ^ 0x20),
  'a letter for it': (character) => (character === 'A' ? 'B' : 'A'),
  'a space for it': () => ' ',
};

/** The call with one byte of one of its parts changed; undefined where that makes the same call of it. */
export function changeByte<Call extends SplitCall>(
  good: Call,
  part: Part,
  at: number,
  change: (character: string) => string,
): Call | undefined {
  const text = good[part];
  const changed = change(text.charAt(at));
  // Such bytes of a path and a header are sent by test/callback/high-bits.test.ts.
  if (changed > '\x7f' && (part !== 'body' || good.method === 'GET')) return undefined;
  const call = { ...good, [part]: text.slice(0, at) + changed + text.slice(at + 1) };
  return isSame(good, part, call[part]) ? undefined : call;
}

/** What a server makes of both is the same, so that nobody behind it can tell them apart. */
function isSame(good: SplitCall, part: Part, other: string): boolean {
  const text = good[part];
  if (part === 'address') return new URL(text, 'http://any').href === new URL(other, 'http://any').href;
  if (part === 'token') return text.trim() === other.trim();
  return good.method === 'GET' ? `${new URLSearchParams(text)}` === `${new URLSearchParams(other)}` : text === other;
}
