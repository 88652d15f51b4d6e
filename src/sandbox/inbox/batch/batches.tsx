import { type ComponentChildren, createContext } from 'preact';
import { useCallback, useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { forget, recall, remember } from '../../../page/settings/remember.ts';
import type { ListedTask } from '../../tasks/lists.ts';
import { draftFor } from '../drafts/use-draft.ts';
import { type BatchRun, fetchAcceptedLater, isTaken, mayRepeat, runBatch } from './batch-run.ts';

/** The batch of an account. */
interface BatchState {
  /** The batch is shown instead of the list. */
  readonly isOpen: boolean;
  /** Ids of the tasks that are chosen. */
  readonly marked: ReadonlySet<string>;
  /** The name of the button that is chosen. */
  readonly button?: string | undefined;
  readonly run?: BatchRun | undefined;
  readonly isRunning: boolean;
  /** A person has stopped it, and the press that is in progress still runs. */
  readonly isStopping: boolean;
}

interface Batch extends BatchState {
  open(): void;
  /** Forgets what was chosen, and the results. */
  leave(): void;
  mark(taskIds: readonly string[]): void;
  choose(button: string): void;
  /** Always the same function, so that only the row that is toggled is drawn again. */
  toggle(taskId: string): void;
  /** Presses task after task, so that it can say how far it is and be stopped. */
  start(button: string, tasks: readonly ListedTask[], opinions: string): Promise<void>;
  /** Presses no further task. */
  stop(): void;
}

interface Batches {
  readonly states: ReadonlyMap<string, BatchState>;
  change(account: string, next: (before: BatchState) => Partial<BatchState>): void;
  /** Accounts whose batch was stopped. */
  readonly stopped: Set<string>;
  /** By account, the run that has ended and is still shown, whose reports are not known yet. */
  readonly ended: Map<string, BatchRun>;
}

/** Under which the button is kept in this browser, as the opinion is. */
const nameOf = (account: string) => `batch.${account}`;
const opinionOf = (account: string) => draftFor(account, { batch: true }).opinion;

const NONE: BatchState = { isOpen: false, marked: new Set(), isRunning: false, isStopping: false };

const BatchesContext = createContext<Batches | undefined>(undefined);

/** Keeps the batches of all accounts: they go on while one looks at something else, and their results can be read then. */
export function BatchesProvider({ children }: { readonly children: ComponentChildren }) {
  const [states, setStates] = useState<Batches['states']>(new Map());
  const stopped = useRef(new Set<string>()).current;
  const ended = useRef(new Map<string, BatchRun>()).current;
  const change = useCallback<Batches['change']>((account, next) => {
    setStates((before) => {
      const state = before.get(account) ?? NONE;
      return new Map(before).set(account, { ...state, ...next(state) });
    });
  }, []);
  const isAnyRunning = [...states.values()].some(({ isRunning }) => isRunning);
  useEffect(() => {
    if (!isAnyRunning) return undefined;
    // Leaving the page would stop it between two tasks.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isAnyRunning]);
  const value = useMemo(() => ({ states, change, stopped, ended }), [states, change, stopped, ended]);
  return <BatchesContext.Provider value={value}>{children}</BatchesContext.Provider>;
}

export function useBatch(account: string): Batch {
  const batches = useContext(BatchesContext);
  if (batches === undefined) throw new Error('useBatch is only allowed inside BatchesProvider');
  const { states, change, stopped, ended } = batches;
  const toggle = useCallback(
    (taskId: string) =>
      change(account, ({ marked }) => ({
        marked: new Set(marked.has(taskId) ? [...marked].filter((id) => id !== taskId) : [...marked, taskId]),
      })),
    [account, change],
  );
  return {
    ...(states.get(account) ?? NONE),
    toggle,
    // The opinion that was kept may be a reason for this button alone.
    open: () =>
      change(account, () => ({
        isOpen: true,
        button: opinionOf(account) === '' ? undefined : recall(nameOf(account)),
      })),
    leave() {
      ended.delete(account);
      if (opinionOf(account) === '') forget(nameOf(account));
      change(account, () => NONE_LEFT);
    },
    mark: (taskIds) => change(account, () => ({ marked: new Set(taskIds) })),
    choose(button) {
      remember(nameOf(account), button);
      change(account, () => ({ button }));
    },
    async start(button, tasks, opinions) {
      stopped.delete(account);
      ended.delete(account);
      const tell = (run: BatchRun) => change(account, () => ({ run }));
      change(account, () => ({ isRunning: true, isStopping: false }));
      const run = await runBatch({ account, button, tasks, opinions }, tell, () => stopped.has(account));
      // What was not pressed, was refused or has no answer stays chosen, to be pressed again with the same opinion.
      const settled = run.lines.filter((line) => !mayRepeat(line));
      if (settled.length === tasks.length && settled.some(isTaken)) {
        draftFor(account, { batch: true }).forgetSent(opinions);
        if (opinionOf(account) === '') forget(nameOf(account));
      }
      const over = new Set(settled.map(({ task }) => task.taskId));
      change(account, ({ marked }) => ({
        ...{ run, isRunning: false },
        marked: new Set([...marked].filter((taskId) => !over.has(taskId))),
      }));
      if (run.accepted !== undefined) return;
      ended.set(account, run);
      const accepted = await fetchAcceptedLater(account, () => ended.get(account) === run);
      if (accepted === undefined) return;
      change(account, (state) => (state.run === run ? { run: { ...run, accepted } } : {}));
    },
    stop() {
      stopped.add(account);
      change(account, () => ({ isStopping: true }));
    },
  };
}

const NONE_LEFT = { ...NONE, button: undefined, run: undefined };
