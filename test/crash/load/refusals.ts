import type { ProxiedAnswer, ProxiedCall } from '../../support/flaky-proxy.ts';
import type { TaskHandlingError } from '../../support/inner/protocol.ts';
import type { Random } from '../../support/random.ts';

/**
 * A center that now and then refuses what it could take, so that an operator has to send it again, or says that it
 * refused what it took, so that an operator has to skip it. Each report and each message meets that once.
 */
export interface Refusals {
  /** Reports, by name, and messages, by `sendId`, that it took and said it had not. */
  readonly taken: ReadonlySet<string>;
  meddle(call: ProxiedCall): Promise<ProxiedAnswer>;
}

type Fate = 'take' | 'refuse' | 'take and refuse';

/** So many answers of that kind park a message: the bridges of these tests are told so too. */
export const REFUSALS_OF_A_MESSAGE = 2;
const OFTEN = 10;
const JSON_TYPE = { 'content-type': 'application/json' };

interface Item {
  readonly previousTaskId: string;
  readonly status: string;
  readonly next?: readonly { readonly taskId?: string | undefined }[] | undefined;
}

/** By which a report is known here: what it handles and what it creates. Two reports never say the same. */
export function nameOfReport({ previousTaskId, status, next = [] }: Item): string {
  return [previousTaskId, status, ...next.map(({ taskId }) => taskId)].join(' ');
}

export function createRefusals(random: Random): Refusals {
  const taken = new Set<string>();
  const known = new Set<string>();
  /** Refusals that a message is still to meet. */
  const left = new Map<string, number>();

  function drawFate(): Fate {
    const draw = random.below(OFTEN);
    return draw === 0 ? 'refuse' : draw === 1 ? 'take and refuse' : 'take';
  }

  async function meddleWithReports(call: ProxiedCall): Promise<ProxiedAnswer> {
    const items = JSON.parse(call.body) as Item[];
    const names = items.map(nameOfReport);
    const isNew = names.every((name) => !known.has(name));
    for (const name of names) known.add(name);
    const fate = isNew ? drawFate() : 'take';
    if (fate === 'refuse') return refuseItems(items);
    const answer = await call.forward();
    if (fate === 'take' || !isTaken(answer)) return answer;
    for (const name of names) taken.add(name);
    return refuseItems(items);
  }

  async function meddleWithMessage(call: ProxiedCall): Promise<ProxiedAnswer> {
    const { sendId } = JSON.parse(call.body) as { sendId: string };
    const fate = known.has(sendId) ? 'take' : drawFate();
    known.add(sendId);
    if (fate !== 'take') left.set(sendId, REFUSALS_OF_A_MESSAGE);
    if (fate === 'take and refuse') {
      if ((await call.forward()).status !== 200) return REFUSED_MESSAGE;
      taken.add(sendId);
    }
    const refusals = left.get(sendId) ?? 0;
    if (refusals === 0) return call.forward();
    left.set(sendId, refusals - 1);
    return REFUSED_MESSAGE;
  }

  return {
    taken,
    meddle({ path, ...call }) {
      if (path.endsWith('/taskHandle')) return meddleWithReports({ path, ...call });
      if (path.endsWith('/messageSend')) return meddleWithMessage({ path, ...call });
      return call.forward();
    },
  };
}

const REFUSED_MESSAGE = answerOf({ code: 500, message: 'not now', data: null });

/** All that they speak of, as a center does that does nothing of it. */
function refuseItems(items: readonly Item[]): ProxiedAnswer {
  const ids = items.flatMap(({ previousTaskId, next = [] }) => [
    previousTaskId,
    ...next.map(({ taskId = '' }) => taskId),
  ]);
  const errorIds: TaskHandlingError[] = ids.map((taskId) => ({ taskId, code: 400, message: 'not now' }));
  return answerOf({ code: 0, message: '', data: { errorIds } });
}

/** What a start hangs on is unknown to the center, and it says so. */
function isTaken({ status, body }: ProxiedAnswer): boolean {
  const { code, data } = JSON.parse(body) as { code: number; data?: { errorIds?: TaskHandlingError[] } | null };
  return status === 200 && code === 0 && (data?.errorIds ?? []).every(({ taskId }) => taskId.endsWith('.start'));
}

function answerOf(body: unknown): ProxiedAnswer {
  return { status: 200, headers: JSON_TYPE, body: JSON.stringify(body) };
}
