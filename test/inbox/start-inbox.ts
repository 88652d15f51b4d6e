/** A sandbox with its inbox, and the demo's business system with the processes of this repository. */
import { randomBytes } from 'node:crypto';
import type { Bridge } from '../../src/index.ts';
import { createSandbox, type ListedTask, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.ts';
import {
  answerDemo,
  createCompany,
  createDemoBridge,
  DEMO_APP_ID,
  type DemoLanguage,
  type DemoWorld,
  readProcesses,
  startDemoMatters,
} from '../support/inner/cli.ts';
import { serveHandler } from '../support/inner/testing.ts';

const TIME_ZONE = 'Asia/Shanghai';

export interface Inbox {
  readonly center: Sandbox;
  readonly bridge: Bridge;
  /** Of the business system: where pages of buttons are. */
  readonly pagesOrigin: string;
  /** Begins everything that the demo begins. */
  beginAll(): Promise<void>;
  /** Starts an instance; resolves when its first tasks are in the center. */
  begin(processId: string, initiator: string, businessKey: string, variables: Variables): Promise<string>;
  /** What waits for an account at a node. */
  pending(account: string, nodeId: string): ListedTask;
  /** Somebody handles what waits for them at a node, elsewhere; resolves when what follows is in the center. */
  handle(account: string, nodeId: string, action: string, opinions?: string): Promise<void>;
  /** Ends the center alone, and starts it again with its data where it was. */
  stopCenter(): Promise<void>;
  startCenter(): Promise<void>;
  close(): Promise<void>;
}

type Variables = Record<string, string | number | string[]>;

/** Nothing has begun in it. */
export async function startInbox(options: SandboxOptions = {}, language: DemoLanguage = 'en'): Promise<Inbox> {
  const company = createCompany(language);
  const cipherKey = randomBytes(32).toString('base64');
  const settled: SandboxOptions = {
    ...company.setup,
    timeZone: TIME_ZONE,
    callbackCipher: { kind: 'aes-gcm', key: cipherKey },
    ...options,
  };
  let center = await createSandbox(settled);
  let world: DemoWorld | undefined;
  const server = await serveHandler(async (request) => {
    if (world === undefined) return new Response(null, { status: 503 });
    return answerDemo(world, request);
  }, 0);
  const keys = { signingSecret: randomBytes(32).toString('base64'), cipherKey };
  const realTime = options.clock ?? Date.now;
  const settings = { origin: server.origin, timeZone: TIME_ZONE, company, realTime };
  const bridge = await createDemoBridge(center, keys, settings);
  world = { center, bridge, company };
  for (const xml of await readProcesses(server.origin, company)) await bridge.deploy(xml);
  center.setStatusUrl(DEMO_APP_ID, bridge.statusUrl());
  center.setDiagramUrl(DEMO_APP_ID, bridge.diagramUrl());

  const pending = (account: string, nodeId: string): ListedTask => {
    const found = center.pending(account).find((task) => task.nodeId === nodeId);
    if (found === undefined) throw new Error(`nothing waits for ${account} at ${nodeId}`);
    return found;
  };
  return {
    get center() {
      return center;
    },
    bridge,
    pagesOrigin: server.origin,
    beginAll: () => startDemoMatters({ center, bridge, company }),
    async begin(processId, initiator, businessKey, variables) {
      const initiatorName = company.personName(initiator);
      const { instanceId } = await bridge.start(processId, { initiator, initiatorName, businessKey, variables });
      await bridge.idle();
      return instanceId;
    },
    pending,
    async handle(account, nodeId, action, opinions = '') {
      const { status, body } = await center.press(pending(account, nodeId).taskId, { account, action, opinions });
      if ((body as { code?: unknown } | undefined)?.code !== 0) {
        throw new Error(`${action} at ${nodeId} was not taken: HTTP ${status}, ${JSON.stringify(body)}`);
      }
      await bridge.idle();
    },
    stopCenter: () => center.close(),
    async startCenter() {
      const port = Number(new URL(center.baseUrl).port);
      center = await createSandbox({ ...settled, port });
      world = { center, bridge, company };
    },
    async close() {
      await bridge.close();
      await server.close();
      await center.close();
    },
  };
}
