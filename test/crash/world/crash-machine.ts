import type { Trap } from '../kills/checkpoints.ts';
import { type BridgeChild, type ChildEnd, startBridgeChild } from './bridge-child.ts';
import type { OpenOrder, Order } from './child-orders.ts';
import type { MachineFront } from './machine-front.ts';

/** A place where a bridge runs, one process after the other. */
export interface CrashMachine {
  readonly name: string;
  readonly isUp: boolean;
  /** How long its bridge took to open last, milliseconds: by that one knows a busy machine. 0: none has yet. */
  readonly openedInMs: number;
  /** For whoever looks into a run that stands still: what it does, its process, and what that has not answered. */
  describe(): string;
  /**
   * Opens a bridge in a new process.
   * @returns false when a trap killed it while it opened
   */
  boot(order: Omit<OpenOrder, 'order'>): Promise<boolean>;
  /** @throws {Error} it failed, or the process died before it was done */
  tell(order: Order): Promise<string>;
  /** Sets a trap in the process that runs, or takes it away; one that has just died hears it no more. */
  setTrap(trap?: Trap): Promise<void>;
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** Closes the bridge; resolves once its process has ended by itself, or was killed. */
  close(): Promise<ChildEnd>;
}

export interface MachineListeners {
  readonly onService: (idempotencyKey: string) => void;
  /** A trap is about to kill its process, or has it stand still. */
  readonly onLanding: (machine: CrashMachine) => void;
  /** A process has ended, however it did. */
  readonly onEnd: (machine: CrashMachine, end: ChildEnd) => void;
}

let loading: Promise<BridgeChild> | undefined;

/** A process that has loaded everything; the next loads while this one works, since most of a start is loading. */
async function takeLoaded(): Promise<BridgeChild> {
  const taken = loading ?? startBridgeChild();
  loading = taken.then(startBridgeChild);
  return taken;
}

/** Ends the process that was loaded and never used. To be called once, after the last world. */
export async function endCrashMachines(): Promise<void> {
  const unused = await loading;
  loading = undefined;
  unused?.signal('SIGKILL');
  await unused?.gone;
}

export function createCrashMachine(
  name: string,
  front: MachineFront,
  { onService, onLanding, onEnd }: MachineListeners,
): CrashMachine {
  let current: { readonly child: BridgeChild; readonly origin: string } | undefined;
  let opening: BridgeChild | undefined;
  let isClosing = false;
  let openedInMs = 0;
  const running = () => {
    if (!current) throw new Error('no bridge runs');
    return current;
  };
  const machine: CrashMachine = {
    name,
    get isUp() {
      return current !== undefined;
    },
    get openedInMs() {
      return openedInMs;
    },
    describe() {
      const child = current?.child ?? opening;
      if (!child) return `${name} is down`;
      const does = isClosing ? 'closing' : current ? 'up' : 'opening';
      return `${name} is ${does}, process ${child.pid}, unanswered: ${child.unanswered().join(', ') || 'nothing'}`;
    },
    async boot(order) {
      const child = await takeLoaded();
      opening = child;
      child.onService = onService;
      child.onLanding = () => onLanding(machine);
      const ended = child.gone.then((end) => {
        if (current?.child === child) {
          front.remove(current.origin);
          current = undefined;
        }
        if (opening === child) opening = undefined;
        isClosing = false;
        onEnd(machine, end);
        return end;
      });
      let origin: string;
      const since = performance.now();
      try {
        origin = await child.tell({ order: 'open', ...order });
      } catch (error) {
        child.signal('SIGKILL');
        if ((await ended).landing) return false;
        throw error;
      }
      openedInMs = performance.now() - since;
      current = { child, origin };
      opening = undefined;
      front.add(origin);
      return true;
    },
    tell: async (order) => running().child.tell(order),
    async setTrap(trap) {
      await current?.child.tell({ order: 'trap', ...(trap && { trap }) }).catch(() => undefined);
    },
    signal: (signal) => running().child.signal(signal),
    async kill() {
      const { child, origin } = running();
      front.remove(origin);
      child.signal('SIGKILL');
      await child.gone;
    },
    async close() {
      const { child, origin } = running();
      front.remove(origin);
      isClosing = true;
      await child.tell({ order: 'close' }).catch(() => undefined);
      return child.gone;
    },
  };
  return machine;
}
