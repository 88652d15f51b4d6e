import { randomUUID } from 'node:crypto';
import type { PressRequest } from '../../../src/sandbox/index.ts';
import { CALLBACK_ANSWER_CODES, TASK_HANDLING_CODES } from '../../support/inner/protocol.ts';
import { DEFAULT_DIRECTORY } from '../../support/inner/sandbox.ts';
import { pick, type Random } from '../../support/random.ts';
import type { TaskWork } from '../world/child-orders.ts';
import type { CrashWorld } from '../world/crash-world.ts';
import { ABSENT } from './diagrams.ts';

/** What somebody began, and must be in the center in the end as often as it was begun. */
export interface Matter {
  readonly processId: 'leave-approval' | 'purchase' | 'reminder' | 'agree' | 'counsel';
  /** Confirmed, possibly after several attempts. */
  readonly instanceId: string;
  readonly variables: {
    manager: string;
    days: number;
    signers: string[];
    deciders: string[];
    isBegun: boolean;
    isReady: boolean;
  };
}

/** A press that was answered 0. */
export interface Pressed {
  readonly account: string;
  readonly action: string;
  readonly opinions: string;
}

/** What people did and were told. */
export interface Diary {
  readonly matters: readonly Matter[];
  readonly pressed: ReadonlyMap<string, Pressed>;
  /** Presses of tasks whose answers were all lost, and that lie in no list any more: they were applied. */
  readonly unanswered: ReadonlyMap<string, Pressed>;
  /** `sendId` of every message whose sending was confirmed. */
  readonly sent: readonly string[];
  /** Answers that people must not get. */
  readonly complaints: readonly string[];
}

/** People who start matters and press what lies in their lists, and do it again where they heard no answer. */
export interface People {
  readonly diary: Diary;
  /** Whether a start was not confirmed yet. */
  readonly isStarting: boolean;
  /** Whether a message was not confirmed yet. */
  readonly isSending: boolean;
  /** Presses that are on their way. */
  readonly pressing: number;
  /** What was over by then nobody asks about again; epoch milliseconds. */
  readonly allHeardBefore: number;
  /** Begins a matter, or makes the start again that was not confirmed. */
  start(): Promise<void>;
  /** The same with a message. */
  send(): Promise<void>;
  /** Presses of tasks that lie in the lists, a few at once; none when nobody has anything to do. */
  press(): Promise<void>[];
}

/** Nothing was done, and the next press may be. */
const LATER_CODES: readonly (number | undefined)[] = [
  CALLBACK_ANSWER_CODES.suspended,
  TASK_HANDLING_CODES.businessError,
];

/**
 * What is done with the tasks of the node that is delegated, in their order; undefined: they are pressed. Whoever is asked
 * second gives no opinion, but is asked no more.
 */
const COUNSEL_WORK: readonly (TaskWork | undefined)[] = [
  { method: 'delegate', options: { from: 'bo', to: 'chen' } },
  undefined,
  { method: 'delegate', options: { from: 'bo', to: 'dara' } },
  { method: 'recall', options: { account: 'bo' } },
];

/** A machine may die, close, or have no database; only what nobody may ask of it is said in the end. */
function whyUnanswered(error: unknown): string {
  const said = String(error);
  return said.includes('InputError') ? said : 'unanswered';
}

/** The clocks of a server and of this process may differ by so much. */
const MARGIN_MS = 1_000;

export function createPeople(world: CrashWorld, random: Random): People {
  const { sandbox } = world;
  const matters: Matter[] = [];
  const pressed = new Map<string, Pressed>();
  const sent: string[] = [];
  const complaints: string[] = [];
  let starting: (Omit<Matter, 'instanceId'> & { readonly startKey: string }) | undefined;
  let sending: { readonly sendId: string; readonly since: number } | undefined;
  /** Whether the start, the message is on its way. */
  let isStartAsked = false;
  let isSendAsked = false;
  const unanswered = new Map<string, PressRequest & Pressed & { readonly since: number }>();
  /** Tasks that were delegated or recalled, as the answer said. */
  const worked = new Set<string>();
  /** Tasks whose press is on its way. */
  const busy = new Set<string>();

  function drawMatter(): NonNullable<typeof starting> {
    const processId = pick(random, ['leave-approval', 'purchase', 'reminder', 'agree', 'counsel'] as const);
    const [isBegun, isReady] = [random.below(4) > 0, random.below(2) === 0];
    const signed = { signers: ['chen', 'dara', 'bo'], deciders: ['chen', ABSENT] };
    const variables = { manager: 'bo', days: 1 + random.below(6), ...signed, isBegun, isReady };
    return { processId, variables, startKey: `matter ${matters.length + 1}` };
  }

  function drawPress(account: string, taskId: string) {
    const labels = sandbox.task(taskId)?.buttons.map(({ name }) => name) ?? [];
    const isRejected = labels.includes('Reject') && random.below(4) === 0;
    const action = isRejected ? 'Reject' : (labels.find((label) => label !== 'Reject') ?? 'Handle');
    const uuid = randomUUID();
    const press = { action, account, uuid, opinions: `opinion ${uuid}`, time: '2026-03-01 10:00:00', raw: true };
    return { ...press, since: Date.now() };
  }

  /** Where no button does it. */
  function workOf(taskId: string): TaskWork | undefined {
    const { nodeId, transactionId } = sandbox.task(taskId) ?? {};
    if (nodeId !== 'check') return undefined;
    const transaction = sandbox.transactions().find((each) => each.transactionId === transactionId);
    const tasks = (transaction?.taskIds ?? []).filter((each) => sandbox.task(each)?.nodeId === nodeId);
    return COUNSEL_WORK[tasks.indexOf(taskId)];
  }

  /** It is done again until it lies in the list no more: what was done already is late then. */
  async function workOn(taskId: string, work: TaskWork): Promise<void> {
    const clicks = random.below(5) === 0 ? 2 : 1;
    const kinds = await Promise.all(
      Array.from({ length: clicks }, () => world.work(taskId, work).catch(whyUnanswered)),
    );
    const applied = kinds.filter((kind) => kind === 'applied');
    const wrong = kinds.filter((kind) => !['applied', 'stale', 'unanswered'].includes(kind));
    if (wrong.length > 0 || applied.length > (worked.has(taskId) ? 0 : 1))
      complaints.push(`${taskId}: to ${work.method} it was answered ${kinds.join(' and ')}`);
    if (applied.length > 0) worked.add(taskId);
  }

  async function pressOne(account: string, taskId: string): Promise<void> {
    const press = unanswered.get(taskId) ?? drawPress(account, taskId);
    unanswered.set(taskId, press);
    // A double click, or a center that calls again before it has heard.
    const clicks = random.below(5) === 0 ? 2 : 1;
    const answers = await Promise.all(Array.from({ length: clicks }, () => world.press(taskId, press)));
    const heard = answers.filter(({ status }) => status === 200).map(({ code }) => code);
    // The operator has just suspended it, or has yet to mend it: whoever pressed looks in again, and presses again.
    const codes = heard.filter((code) => !LATER_CODES.includes(code));
    if (codes.length === 0) {
      if (heard.length === answers.length) unanswered.delete(taskId);
      return;
    }
    // Nobody else presses it, so the first answer that is heard must be yes, and any later click is late.
    if (codes.some((code) => code !== 0)) complaints.push(`${taskId}: the press was answered ${codes.join(' and ')}`);
    unanswered.delete(taskId);
    pressed.set(taskId, press);
    if (random.below(4) > 0) return;
    const late = await world.press(taskId, { ...press, uuid: randomUUID(), opinions: 'too late' });
    if (late.status === 200 && late.code !== 2005) complaints.push(`${taskId}: a late press was answered ${late.code}`);
  }

  return {
    diary: { matters, pressed, unanswered, sent, complaints },
    get isStarting() {
      return starting !== undefined;
    },
    get isSending() {
      return sending !== undefined;
    },
    get pressing() {
      return busy.size;
    },
    get allHeardBefore() {
      const since = [...unanswered.values(), ...(sending ? [sending] : [])].map((asked) => asked.since);
      return Math.min(Date.now(), ...since) - MARGIN_MS;
    },
    async start() {
      if (isStartAsked) return;
      isStartAsked = true;
      starting ??= drawMatter();
      const { processId, variables, startKey } = starting;
      try {
        const instanceId = await world.start(processId, { initiator: 'anna', variables, startKey });
        matters.push({ processId, variables, instanceId });
        starting = undefined;
      } catch {
        // The bridge died: the start is made again, with its key.
      }
      isStartAsked = false;
    },
    async send() {
      if (isSendAsked) return;
      isSendAsked = true;
      sending ??= { sendId: `note ${sent.length + 1}`, since: Date.now() };
      const { sendId } = sending;
      const data = { title: sendId, paramValueJson: { text: sendId } };
      try {
        await world.send({ sendId, messageTypeCode: 'NOTICE', toPersons: 'anna', data });
        sent.push(sendId);
        sending = undefined;
      } catch {
        // Likewise.
      }
      isSendAsked = false;
    },
    press() {
      const free = new Map<string, string>();
      for (const { account } of DEFAULT_DIRECTORY.accounts) {
        if (account === ABSENT) continue;
        for (const { taskId } of sandbox.pending(account))
          if (!pressed.has(taskId) && !busy.has(taskId)) free.set(taskId, account);
      }
      return [...free].slice(0, 1 + random.below(3)).map(async ([taskId, account]) => {
        busy.add(taskId);
        const work = workOf(taskId);
        await (work ? workOn(taskId, work) : pressOne(account, taskId));
        busy.delete(taskId);
      });
    },
  };
}
