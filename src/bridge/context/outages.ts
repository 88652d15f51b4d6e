import type { FailedCall } from '../../center/port.ts';
import { StoreError } from '../../errors.ts';
import type { Identity } from '../../host/host.ts';
import { answerInTime, LateAnswerError } from '../../host/with-timeout.ts';
import { describeCause, describeError, type Log, type LogEvent } from '../../logger.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Something that is needed and fails for a while: logged once when that begins, and once when it is over. */
interface Outage {
  readonly lasts: boolean;
  failed(fields: Fields): void;
  works(): void;
}

/** Of this process alone: each bridge finds out for itself, and one that starts during an outage logs it too. */
export interface Outages {
  /** After a call that says something about the center. @param failed undefined: it was answered */
  centerCalled(calls: 'reports' | 'messages', failed: FailedCall | undefined): void;
  /** After an attempt to open the session of the holder. @param failure undefined: there is one */
  sessionTried(failure: StoreError | undefined): void;
  /** After a poll of a loop: the database answers. */
  storeAnswered(): void;
  /** Waits for a write that needs space, and notices whether the disk is full: a poll does not, because it only reads. */
  whileWriting<Outcome>(write: Promise<Outcome>): Promise<Outcome>;
  /** @returns the same functions; one that throws, rejects or does not answer in time is logged */
  watchIdentity<Given extends Identity | 'trust-center'>(identity: Given): Given;
  /** The functions of the option identity that fail at the moment, such as `identity.isMember`. */
  failingFunctions(): readonly string[];
  /** Functions with calls that are late and still have no answer, and the number of these calls. */
  hangingFunctions(): ReadonlyMap<string, number>;
  /** Whether the session of the holder is lost, and the server refuses another one. */
  readonly isSessionRefused: boolean;
  /** Whether something did not fit on the disk of the database, and not all has fitted for a minute since. */
  readonly isDiskFull: boolean;
  /** Logs an error of a loop, and an outage of the database only once. */
  workFailed(error: unknown): void;
}

const IDENTITY_FUNCTIONS = ['isMember', 'membersOf', 'mayActFor', 'nameOf'] as const satisfies (keyof Identity)[];

/** While its disk is full, what is small may still fit: it has space again when all has fitted for so long. */
const FULL_MS = 60_000;

export function createOutages(log: Log, clock: () => number): Outages {
  function createOutage(begins: LogEvent, ends: LogEvent, named: Fields = {}): Outage {
    let since: number | undefined;
    return {
      get lasts() {
        return since !== undefined;
      },
      failed(fields) {
        if (since !== undefined) return;
        since = clock();
        log(begins, { ...named, ...fields });
      },
      works() {
        if (since === undefined) return;
        log(ends, { ...named, lastedMs: clock() - since });
        since = undefined;
      },
    };
  }

  const functions = new Map<string, Outage>();
  const hanging = new Map<string, number>();
  const addHanging = (name: string, by: number) => void hanging.set(name, (hanging.get(name) ?? 0) + by);
  const database = createOutage('store.failing', 'store.recovered');
  const session = createOutage('store.session-refused', 'store.session-opened');
  const disk = createOutage('store.full', 'store.has-space');
  let fullAt = 0;
  const diskFull = (error: StoreError) => {
    fullAt = clock();
    disk.failed({ reason: describeError(error) });
  };
  const ofCenter = (calls: string) => createOutage('center.failing', 'center.recovered', { calls });
  const center = { reports: ofCenter('reports'), messages: ofCenter('messages') };

  return {
    centerCalled(calls, failed) {
      if (failed === undefined) center[calls].works();
      else center[calls].failed({ refused: failed.isRefusal === true, reason: failed.reason });
    },
    sessionTried(failure) {
      if (failure === undefined) session.works();
      else session.failed({ code: failure.code, reason: failure.message });
    },
    storeAnswered: database.works,
    async whileWriting(write) {
      try {
        const outcome = await write;
        if (clock() - fullAt > FULL_MS) disk.works();
        return outcome;
      } catch (error) {
        if (isDiskFull(error)) diskFull(error);
        throw error;
      }
    },
    watchIdentity(identity) {
      if (typeof identity === 'string') return identity;
      const watched = IDENTITY_FUNCTIONS.flatMap((name) => {
        const given = identity[name] as ((...args: unknown[]) => unknown) | undefined;
        if (given === undefined) return [];
        const outage = createOutage('identity.failing', 'identity.recovered', { name });
        functions.set(`identity.${name}`, outage);
        const countLate = (by: number) => addHanging(`identity.${name}`, by);
        return [[name, watchFunction((...args) => given.apply(identity, args), outage, countLate)]];
      });
      return Object.fromEntries(watched) as typeof identity;
    },
    get isSessionRefused() {
      return session.lasts;
    },
    get isDiskFull() {
      return disk.lasts;
    },
    failingFunctions: () => [...functions].flatMap(([name, { lasts }]) => (lasts ? [name] : [])),
    hangingFunctions: () => new Map([...hanging].filter(([, calls]) => calls > 0)),
    workFailed(error) {
      if (isDiskFull(error)) diskFull(error);
      else if (error instanceof StoreError) database.failed({ reason: describeError(error) });
      else log('work.failed', { reason: describeError(error), cause: describeCause(error) });
    },
  };
}

function isDiskFull(error: unknown): error is StoreError {
  return error instanceof StoreError && error.details.isDiskFull === true;
}

/**
 * What it returns is passed on untouched; whoever calls it waits for it, and limits how long.
 * @param countLate called with 1 when an answer is late, and with -1 when it comes at last
 */
function watchFunction(
  called: (...args: unknown[]) => unknown,
  outage: Outage,
  countLate: (by: number) => void,
): (...args: unknown[]) => unknown {
  const failed = (error: unknown) => outage.failed({ reason: describeError(error), cause: describeCause(error) });
  async function watch(answer: PromiseLike<unknown>): Promise<void> {
    try {
      await answerInTime(async () => answer);
      outage.works();
    } catch (error) {
      failed(error);
      if (!(error instanceof LateAnswerError)) return;
      countLate(1);
      const came = () => countLate(-1);
      answer.then(came, came);
    }
  }
  return (...args) => {
    try {
      const answer = called(...args);
      if (isThenable(answer)) void watch(answer);
      else outage.works();
      return answer;
    } catch (error) {
      failed(error);
      throw error;
    }
  };
}

/** Not only a promise of this realm: database libraries have their own. */
function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === 'function';
}
