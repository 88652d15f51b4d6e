import type { NextTaskItem } from '../protocol/task-handling.ts';
import type { HandledTask } from './ledger.ts';
import type { Whereabouts } from './whereabouts.ts';

/** One sentence each: why a report says what it says. Names nodes and tasks, never people or payloads. */

export function explainNext(task: HandledTask, next: readonly NextTaskItem[]): string {
  if (task.turnHandler !== null) return `${nameOf(task)} was handed over, and goes on as ${listOf(next)}.`;
  return `${nameOf(task)} was handled, and its token led to ${listOf(next)}.`;
}

export function explainContinuation(task: HandledTask, next: readonly NextTaskItem[]): string {
  return `${nameOf(task)} was reported before; what it had set off led to ${listOf(next)} only now.`;
}

export function explainEnd(task: HandledTask, tokens: readonly Whereabouts[]): string {
  const way = tokens.length === 0 ? 'nothing followed' : `its token ${tokens.map(describeToken).join(' and ')}`;
  return `${nameOf(task)} was handled, ${way}, and with it the instance ended.`;
}

export function explainLateEnd(task: HandledTask): string {
  return `${nameOf(task)} was reported before; what it had set off ended the instance only now.`;
}

export function explainEndedBy(task: HandledTask, as: 'terminated' | 'revoked'): string {
  return `The instance was ${as}; ${nameOf(task)} is the task of it that the center can still conclude.`;
}

export function explainNone(task: HandledTask, tokens: readonly Whereabouts[]): string {
  const way =
    tokens.length === 0 ? 'led to nothing while other branches are open' : tokens.map(describeToken).join(' and ');
  return `${nameOf(task)} was handled, and its token ${way}.`;
}

export function explainStart(next: readonly NextTaskItem[] | undefined, again: boolean): string {
  if (!next) return 'The instance ended, and nobody had handled a task of it.';
  return again ? `What the start had set off led to ${listOf(next)}.` : `The start led to ${listOf(next)}.`;
}

function describeToken(token: Whereabouts): string {
  switch (token.at) {
    case 'join':
      return `waits at the join ${token.nodeId} for what comes from ${token.missing.join(' and ')}`;
    case 'open-node':
      return `waits in front of ${token.nodeId}, which is open`;
    case 'event':
      return `waits at ${token.nodeId} for its ${token.kind}`;
    case 'service':
      return `waits for the service at ${token.nodeId}`;
    case 'countersign':
      return `is one of ${token.instances} at the countersign ${token.nodeId}, of which ${token.open} are open`;
    case 'end':
      return `ended at ${token.nodeId}`;
  }
}

function nameOf({ nodeId, taskId }: HandledTask): string {
  return `${nodeId} (task ${taskId})`;
}

function listOf(next: readonly NextTaskItem[]): string {
  return next.map(({ nodeId, taskId }) => `${nodeId} (task ${taskId})`).join(' and ');
}
