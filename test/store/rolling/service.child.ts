/** A service of one version of the library, which does what its parent asks. */
import { type Bridge, BridgeError, createBridge, type Logger } from '../../../src/index.ts';
import { optionsFor } from '../../bridge/options-for.ts';
import { end, processFile, serviceTask, start, userTask } from '../../support/bpmn-xml.ts';

export type Request =
  | { readonly kind: 'start'; readonly startKey: string }
  | { readonly kind: 'press'; readonly taskId: string; readonly account: string }
  | { readonly kind: 'health' | 'idle' | 'close' };

export type Answer =
  | { readonly kind: 'open' }
  | { readonly kind: 'log'; readonly event: string }
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly code: string };

const PROCESS = processFile(
  [start(), userTask('apply', { assignee: 'anna' }), serviceTask('book'), userTask('check', { assignee: 'bo' }), end()],
  'start > apply > book > check > end',
  { id: 'leave' },
);

const [, , store = '', baseUrl = '', authUrl = ''] = process.argv;

function answer(message: Answer): void {
  process.send?.(message);
}

function failed(error: unknown): void {
  answer({ kind: 'failed', code: error instanceof BridgeError ? error.code : String(error) });
}

const log: Logger['error'] = (_message, fields) => answer({ kind: 'log', event: String(fields?.event) });

async function open(): Promise<Bridge> {
  const logger = { debug() {}, info() {}, warn: log, error: log };
  const center = {
    baseUrl,
    authUrl,
    clientId: 'approvals-client',
    clientSecret: 'approvals-secret',
    appId: 'approvals',
  };
  const services = { book: () => ({}) };
  const bridge = await createBridge({ ...optionsFor({ url: baseUrl }), center, store, logger, services });
  await bridge.deploy(PROCESS);
  return bridge;
}

async function act(bridge: Bridge, request: Request): Promise<unknown> {
  switch (request.kind) {
    case 'start':
      return (await bridge.start('leave', { initiator: 'anna', startKey: request.startKey })).instanceId;
    case 'press':
      return (await bridge.press(request.taskId, { account: request.account })).kind;
    case 'health':
      return bridge.health();
    case 'idle':
      return bridge.idle();
    case 'close':
      await bridge.close();
      process.disconnect();
      return undefined;
  }
}

open().then((bridge) => {
  process.on('message', (request: Request) => {
    act(bridge, request).then((value) => {
      if (process.connected) answer({ kind: 'done', value });
    }, failed);
  });
  answer({ kind: 'open' });
}, failed);
