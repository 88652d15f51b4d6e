// Takes the place of src/store/open-store.ts in a process that is to be killed: see bridge-child.ts.
import { openStore as openUnwatched } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { COMMITS } from '../kills/checkpoints.ts';
import { pass } from './trap.ts';
import { begin, hold, release } from './work.ts';

export async function openStore(url: string): Promise<Store> {
  const store = await openUnwatched(url);
  const isEmbedded = store.clock === undefined;
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function' || typeof name !== 'string' || !COMMITS.includes(name)) return member;
      return (...args: unknown[]) => {
        const call = async (): Promise<unknown> => {
          const result: unknown = await Reflect.apply(member, target, args);
          note(name, args, result);
          return result;
        };
        return name === 'commitStep'
          ? asStep(() => pass(name, call, { isEmbedded }))
          : pass(name, call, { isEmbedded });
      };
    },
  });
}

async function asStep<Result>(work: () => Promise<Result>): Promise<Result> {
  const end = begin('steps');
  try {
    return await work();
  } finally {
    end();
  }
}

type Rows<Name extends keyof Store> = Store[Name] extends (...args: never[]) => Promise<infer Result> ? Result : never;
type First<Name extends keyof Store> = Store[Name] extends (first: infer Argument, ...rest: never[]) => unknown
  ? Argument
  : never;

/** Follows leased rows from their lease to their end. */
function note(name: string, [first, second]: readonly unknown[], result: unknown): void {
  const leased = leasedBy(name, result);
  if (leased) hold(...leased);
  release(endedBy(name, first, second));
}

function leasedBy(name: string, result: unknown): Parameters<typeof hold> | undefined {
  switch (name) {
    case 'leaseJobs':
      return ['jobs', (result as Rows<'leaseJobs'>).map(({ jobId }) => jobId)];
    case 'leaseOutbox':
      return ['deliveries', (result as Rows<'leaseOutbox'>).map(({ seq }) => `report ${seq}`)];
    case 'leaseMessages':
      return ['deliveries', (result as Rows<'leaseMessages'>).map(({ sendId }) => `message ${sendId}`)];
    case 'leaseWakeUps':
      return ['steps', (result as Rows<'leaseWakeUps'>).map(({ instanceId }) => `wake ${instanceId}`)];
    case 'leaseTimerStarts':
      return ['steps', (result as Rows<'leaseTimerStarts'>).map(startOf)];
    default:
      return undefined;
  }
}

function endedBy(name: string, first: unknown, second: unknown): string[] {
  switch (name) {
    case 'commitStep': {
      const { instance, jobsClosed } = first as First<'commitStep'>;
      return [`wake ${instance.instanceId}`, ...jobsClosed.map(({ jobId }) => jobId)];
    }
    case 'retryJob':
    case 'deferJob':
    case 'failJob':
    case 'splitJob':
      return [(first as First<'retryJob'>).jobId];
    case 'moveTimerStart':
    case 'retryTimerStart':
      return [startOf(first as First<'moveTimerStart'>)];
    case 'retryWakeUp':
      return [`wake ${(first as First<'retryWakeUp'>).instanceId}`];
    case 'settleOutbox':
      return (second as Parameters<Store['settleOutbox']>[1]).map(({ seq }) => `report ${seq}`);
    case 'settleMessage':
      return [`message ${(first as First<'settleMessage'>).sendId}`];
    default:
      return [];
  }
}

function startOf({ seq }: First<'moveTimerStart'>): string {
  return `start ${seq}`;
}
