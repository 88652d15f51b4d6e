import { useLayoutEffect, useState } from 'preact/hooks';
import { forget, listenElsewhere, listNames, recall, remember } from '../../../page/settings/remember.ts';

/** What an opinion is for: a task, what comes after its handling, a transaction, for its initiator, or the tasks of a batch. */
type Subject =
  | { readonly task: string }
  | { readonly after: string }
  | { readonly transaction: string }
  | { readonly batch: true };

/** The opinion that an account is writing: kept in this browser until it is sent or discarded. */
export interface Draft {
  readonly opinion: string;
  /** An empty text discards it. */
  write(opinion: string): void;
  /** Discards it, unless something else was written since. */
  forgetSent(sent: string): void;
}

/** A draft and the task that it was written for. */
export interface TaskDraft extends Draft {
  readonly taskId: string;
}

const PREFIX = 'draft.';

/** What was written in this page, also where the browser stores nothing. */
const written = new Map<string, string>();
const listeners = new Set<() => void>();

const nameOf = (account: string, subject: Subject) => PREFIX + JSON.stringify([account, subject]);

const read = (name: string) => written.get(name) ?? recall(name) ?? '';

function write(name: string, opinion: string): void {
  const own = written.get(name);
  if (opinion !== '') remember(name, opinion);
  // What another page of this browser has written since stays stored.
  else if (own === undefined || own === recall(name)) forget(name);
  hold(name, opinion);
}

/** In this page alone. */
function hold(name: string, opinion: string): void {
  written.set(name, opinion);
  redraw();
}

function redraw(): void {
  for (const listener of listeners) listener();
}

// What a person writes, sends, or discards in one page is seen in all their pages of this browser.
listenElsewhere((name, { before, after }) => {
  if (!name.startsWith(PREFIX)) return;
  const own = written.get(name);
  if (own === undefined || own === (before ?? '')) {
    written.delete(name);
    redraw();
  } else if (after === undefined) {
    // Another text was sent or discarded.
    write(name, own);
  }
});

export function draftFor(account: string, subject: Subject): Draft {
  return draftOf(nameOf(account, subject));
}

function draftOf(name: string): Draft {
  return {
    opinion: read(name),
    write: (opinion) => write(name, opinion),
    forgetSent(sent) {
      if (read(name) !== sent) return;
      // What another page of this browser has written since stays stored.
      if ((recall(name) ?? sent) === sent) write(name, '');
      else hold(name, '');
    },
  };
}

/** Draws the component again when a draft has changed. */
function useDraftChanges(): void {
  const [, setCount] = useState(0);
  // Not after the next frame: what is typed before would not be in the next press.
  useLayoutEffect(() => {
    const listener = () => setCount((before) => before + 1);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
}

export function useDraft(account: string, subject: Subject): Draft {
  useDraftChanges();
  return draftFor(account, subject);
}

/** All drafts of an account on tasks. */
export function useTaskDrafts(account: string): readonly TaskDraft[] {
  useDraftChanges();
  const names = new Set([...listNames(PREFIX), ...written.keys()]);
  return [...names].flatMap((name) => {
    const taskId = taskIn(name, account);
    return taskId === undefined || read(name) === '' ? [] : [{ taskId, ...draftOf(name) }];
  });
}

function taskIn(name: string, account: string): string | undefined {
  try {
    const [writer, subject] = JSON.parse(name.slice(PREFIX.length)) as [string, Subject | null];
    return writer === account && subject !== null && 'task' in subject ? subject.task : undefined;
  } catch {
    // It was stored by something else.
    return undefined;
  }
}
