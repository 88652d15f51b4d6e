import { randomUUID } from 'node:crypto';
import type { PressRequest, Sandbox } from '../../../src/sandbox/index.ts';
import { DEFAULT_DIRECTORY } from '../../support/inner/sandbox.ts';
import { pick, type Random } from '../../support/random.ts';

/** People who start matters and press what lies in their lists, and repeat what was not answered. */
export interface ServicePeople {
  /** Ids of the instances whose start was confirmed. */
  readonly started: readonly string[];
  /** Presses that were answered as applied, at once or when they were repeated. */
  readonly applied: ReadonlySet<string>;
  /** Answers that people must not get. */
  readonly complaints: readonly string[];
  /** Whether a start was not confirmed yet. */
  readonly isStarting: boolean;
  /** Whether a start or a press was not answered yet. */
  readonly isWaiting: boolean;
  /** Begins a matter, or repeats the start that was not confirmed. Never rejects. */
  start(): Promise<void>;
  /** Presses one task, first those whose press was not answered. Never rejects. @returns false: there is none */
  press(): Promise<boolean>;
}

export interface ServicePeopleOptions {
  readonly sandbox: Sandbox;
  /** Where matters are started. */
  readonly startUrl: string;
  readonly variables: (random: Random) => Readonly<Record<string, unknown>>;
  readonly random: Random;
}

export function createServicePeople({ sandbox, startUrl, variables, random }: ServicePeopleOptions): ServicePeople {
  const started: string[] = [];
  const applied = new Set<string>();
  const complaints: string[] = [];
  const unanswered = new Map<string, PressRequest>();
  let starting: { readonly instanceId: string; readonly body: string } | undefined;

  function drawStart() {
    const instanceId = `matter-${started.length + 1}`;
    return { instanceId, body: JSON.stringify({ instanceId, initiator: 'anna', variables: variables(random) }) };
  }

  /** A task that lies in a list and was not pressed before: its report may be on its way. */
  function drawPress(): readonly [string, PressRequest] | undefined {
    const pending = DEFAULT_DIRECTORY.accounts.flatMap(({ account }) =>
      sandbox
        .pending(account)
        .filter(({ taskId }) => !applied.has(taskId))
        .map(({ taskId, buttons }) => ({ account, taskId, labels: buttons.map(({ name }) => name) })),
    );
    if (pending.length === 0) return undefined;
    const { account, taskId, labels } = pick(random, pending);
    const isRejected = labels.includes('Reject') && random.below(4) === 0;
    const action = isRejected ? 'Reject' : (labels.find((label) => label !== 'Reject') ?? '');
    return [taskId, { action, account, uuid: randomUUID(), time: '2026-03-01 10:00:00', opinions: taskId, raw: true }];
  }

  return {
    started,
    applied,
    complaints,
    get isStarting() {
      return starting !== undefined;
    },
    get isWaiting() {
      return starting !== undefined || unanswered.size > 0;
    },
    async start() {
      starting ??= drawStart();
      const { instanceId, body } = starting;
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(startUrl, { method: 'POST', headers, body }).catch(() => undefined);
      if (answer?.status !== 204) return;
      started.push(instanceId);
      starting = undefined;
    },
    async press() {
      const [taskId, press] = [...unanswered][0] ?? drawPress() ?? [];
      if (taskId === undefined || press === undefined) return false;
      unanswered.set(taskId, press);
      const { status, body } = await sandbox.press(taskId, press);
      const verdict = (body as { data?: { verdict?: string } } | undefined)?.data?.verdict;
      // Killed, or too busy to answer: it is pressed again, as the same press.
      if (status !== 200 || verdict === undefined || verdict === 'failed') return true;
      unanswered.delete(taskId);
      applied.add(taskId);
      if (verdict !== 'applied' && verdict !== 'duplicate') complaints.push(`${taskId}: was answered ${verdict}`);
      return true;
    },
  };
}
