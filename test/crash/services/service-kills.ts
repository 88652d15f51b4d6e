import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts';
import { freePort } from '../../support/free-port.ts';
import type { Random } from '../../support/random.ts';
import { judgeCenter } from '../judge/judge-center.ts';
import { createKilledService, type KilledService } from './killed-service.ts';
import { createServicePeople, type ServicePeople } from './service-people.ts';

/** A program of `examples/services`. */
export interface ServiceUnderTest {
  readonly program: string;
  /** Path of its callbacks below its address. */
  readonly prefix: string;
  /** Settings of its own. */
  readonly environment: Readonly<Record<string, string>>;
  readonly variables: (random: Random) => Readonly<Record<string, unknown>>;
  /** What is wrong in what it stored, once all is over. */
  readonly judge: (people: ServicePeople) => Promise<string[]>;
}

/** How many matters are under way at a time. */
const MATTERS = 3;
/** A kill lands at most so long after a press or a start began: until then its report has been sent. */
const LATEST_MS = 60;
/** Rounds in which nothing happened, after which the run stands still. */
const STANDSTILL = 1_000;
const ROUND_MS = 10;

/**
 * Kills a service at random moments while people start matters and press buttons; then lets it end what it began.
 * @returns what is wrong in the end, by the record of the center, which no kill can touch, and by what the service stored
 */
export async function killService(
  service: ServiceUnderTest,
  { kills, random }: { readonly kills: number; readonly random: Random },
): Promise<string[]> {
  const sandbox = await createSandbox({ callbackTimeoutMs: 3_000 });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const killed = createKilledService(service.program, {
    ...service.environment,
    ...{ CENTER_URL: sandbox.baseUrl, AUTH_URL: sandbox.authUrl, PORT: String(port) },
    ...{ CLIENT_ID: 'approvals-client', CLIENT_SECRET: 'approvals-secret' },
    ...{ PUBLIC_URL: `${url}${service.prefix}`, SIGNING_SECRET: 'a secret of the tests, 32 bytes long' },
  });
  const { variables } = service;
  const people = createServicePeople({ sandbox, startUrl: `${url}/requests`, variables, random });
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      if (!killed.isUp) await killed.boot();
      await killInTheMidst(killed, people, sandbox, random);
    }
    await killed.boot();
    const standstill = await finish(people, sandbox);
    return [...standstill, ...people.complaints, ...judgeCenter(sandbox), ...(await judgeAtRest(service, people))];
  } finally {
    await killed.kill();
    await sandbox.close();
  }
}

/** A kill while a start or a press is on its way, or what follows from it; before it, others are answered. */
async function killInTheMidst(
  killed: KilledService,
  people: ServicePeople,
  sandbox: Sandbox,
  random: Random,
): Promise<void> {
  for (let answered = random.below(3); answered > 0; answered -= 1) await act(people, sandbox);
  const last = act(people, sandbox);
  await pause(random.below(LATEST_MS));
  await killed.kill();
  await last;
}

async function act(people: ServicePeople, sandbox: Sandbox): Promise<void> {
  if (people.isStarting || underWay(people, sandbox) < MATTERS) await people.start();
  else await people.press();
}

/** @returns why it stands still, if it does */
async function finish(people: ServicePeople, sandbox: Sandbox): Promise<string[]> {
  for (let still = 0; still < STANDSTILL; still += 1) {
    if (!people.isWaiting && underWay(people, sandbox) === 0) return [];
    const before = sandbox.traffic.length;
    if (people.isStarting) await people.start();
    await people.press();
    if (sandbox.traffic.length > before) still = 0;
    await pause(ROUND_MS);
  }
  return [`it stands still with ${underWay(people, sandbox)} matters under way`];
}

/** The center has everything before the service has stored that it does. */
async function judgeAtRest({ judge }: ServiceUnderTest, people: ServicePeople): Promise<string[]> {
  let wrong = await judge(people);
  for (let round = 0; round < STANDSTILL && wrong.length > 0; round += 1) {
    await pause(ROUND_MS);
    wrong = await judge(people);
  }
  return wrong;
}

function underWay({ started }: ServicePeople, sandbox: Sandbox): number {
  const isOver = new Set(
    sandbox.transactions().flatMap(({ serialNumber, conclusions }) => (conclusions.length > 0 ? [serialNumber] : [])),
  );
  return started.filter((instanceId) => !isOver.has(instanceId)).length;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
