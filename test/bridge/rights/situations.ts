/** Ways to bring one task, and its process, into every pair of states there is. */

import type { ActionType, TaskState } from '../../../src/index.ts';
import {
  end,
  parallel,
  processFile,
  start,
  subProcess,
  terminate,
  type UserTaskOptions,
  userTask,
} from '../../support/bpmn-xml.ts';
import { ACTION_TYPES } from '../../support/inner/protocol.ts';
import type { World } from '../world.ts';
import type { Column, Relation } from './statement.ts';

/** Handles what lies around the task that is looked at. */
export const KEEPER = 'keeper';

/** A task in somebody's hands, and the people around it. */
export interface Cast {
  readonly processId: string;
  readonly xml: string;
  /** Handles the task, or gives it away, where a situation asks for that. */
  readonly actor: string;
  /** To whom the actor gives it. */
  readonly next: string;
  readonly people: readonly { readonly account: string; readonly words: string; readonly mayHandle: boolean }[];
}

/** A button of the task that is looked at. */
export interface PlacedButton {
  readonly key: string;
  readonly type: ActionType;
  /** Comes with the report that handles the task, and is shown from then on (spec, previousActions). */
  readonly isPrevious: boolean;
}

export const BUTTONS: readonly PlacedButton[] = [
  ...ACTION_TYPES.map((type) => ({ key: type, type, isPrevious: false })),
  ...(['HANDLEDR', 'ALL'] as const).map((type) => ({ key: `previous-${type}`, type, isPrevious: true })),
];

const DRAWN_BUTTONS = BUTTONS.map(({ key, type, isPrevious }) => {
  const to = type === 'TRANSFER' || type === 'CIRCULARIZE' ? ` to="\${next}"` : '';
  return `<ttc:${isPrevious ? 'previousAction' : 'action'} name="${key}" key="${key}" type="${type}"${to}/>`;
}).join('');

/** `check`, with all buttons, beside a task that ends both; then one more task. */
function draw(processId: string, task: UserTaskOptions): string {
  const part = subProcess(
    'part',
    [
      start('entered'),
      parallel('fork'),
      userTask('check', { ...task, extensions: DRAWN_BUTTONS }),
      userTask('stop', { assignee: KEEPER }),
      end('checked'),
      end('stopped', { content: terminate() }),
    ],
    'entered > fork > check > checked; fork > stop > stopped',
  );
  return processFile([start(), part, userTask('after', { assignee: KEEPER }), end()], 'start > part > after > end', {
    id: processId,
  });
}

export const CASTS: readonly Cast[] = [
  {
    processId: 'named',
    xml: draw('named', { users: 'bo,chen' }),
    actor: 'bo',
    next: 'fatima',
    people: [
      { account: 'bo', words: 'a handler', mayHandle: true },
      { account: 'chen', words: 'another handler', mayHandle: true },
      { account: 'anna', words: 'the initiator', mayHandle: false },
      { account: 'fatima', words: 'whom it is given to', mayHandle: false },
      { account: 'dara', words: 'a stranger', mayHandle: false },
    ],
  },
  {
    processId: 'group',
    xml: draw('group', { groups: 'legal' }),
    actor: 'emil',
    next: 'dara',
    people: [
      { account: 'emil', words: 'a member of the group', mayHandle: true },
      { account: 'gu', words: 'another member of the group', mayHandle: true },
      { account: 'anna', words: 'the initiator', mayHandle: false },
      { account: 'fatima', words: 'a member of another group', mayHandle: false },
    ],
  },
];

export interface Situation {
  readonly task: TaskState;
  readonly instance: 'running' | 'suspended' | 'ended' | 'terminated' | 'revoked';
  readonly column: Column;
}

const WAYS_TO_BE_DONE = ['FINISH', 'TURN', 'TERMINATED'] as const;

/**
 * Every pair there is: SUSPENDED belongs to a suspended process and IN_PROGRESS to one that runs, RECALL to a revoked
 * one; TERMINATED is a task that its process went on without, or was terminated around.
 */
export const SITUATIONS: readonly Situation[] = [
  { task: 'IN_PROGRESS', instance: 'running', column: 'waits' },
  ...WAYS_TO_BE_DONE.map((task) => ({ task, instance: 'running', column: 'done' }) as const),
  { task: 'SUSPENDED', instance: 'suspended', column: 'waits, suspended' },
  ...WAYS_TO_BE_DONE.map((task) => ({ task, instance: 'suspended', column: 'done, suspended' }) as const),
  ...(['ended', 'terminated', 'revoked'] as const).flatMap((instance) =>
    WAYS_TO_BE_DONE.map((task) => ({ task, instance, column: 'over' }) as const),
  ),
  { task: 'RECALL', instance: 'revoked', column: 'over' },
];

/** One instance in one situation. */
export interface Placed {
  readonly instanceId: string;
  readonly taskId: string;
}

/** Starts an instance and brings it into the situation. */
export async function place(world: World, { processId, actor, next }: Cast, situation: Situation): Promise<Placed> {
  const { bridge } = world;
  const { instanceId } = await bridge.start(processId, { initiator: 'anna', variables: { next } });
  const openTask = async (nodeId: string) => {
    const tasks = await bridge.tasks.list({ instanceId, state: 'IN_PROGRESS' });
    return tasks.find((task) => task.nodeId === nodeId)?.taskId ?? '';
  };
  const taskId = await openTask('check');
  const handle = async (nodeId: string, account: string) =>
    bridge.press(await openTask(nodeId), { account, ...(nodeId === 'check' && { action: 'HANDLE' }) });

  if (situation.task === 'FINISH') await handle('check', actor);
  if (situation.task === 'TURN') await bridge.transfer(taskId, { from: actor, to: next });
  const wentOnWithoutIt = situation.task === 'TERMINATED' && situation.instance !== 'terminated';
  if (wentOnWithoutIt) await handle('stop', KEEPER);
  switch (situation.instance) {
    case 'running':
      break;
    case 'suspended':
      await bridge.suspend(instanceId);
      break;
    case 'ended':
      if (!wentOnWithoutIt) await handle('stop', KEEPER);
      await handle('after', KEEPER);
      break;
    case 'terminated':
      await bridge.terminate(instanceId);
      break;
    case 'revoked':
      await bridge.revoke(instanceId);
      break;
  }
  await bridge.idle();
  return { instanceId, taskId };
}

/** What one of the cast is to the task, in a situation. */
export function relationsOf(
  { actor }: Cast,
  { account, mayHandle }: Cast['people'][number],
  { task }: Situation,
): Relation[] {
  return [
    ...(mayHandle ? (['handler'] as const) : []),
    ...(account === 'anna' ? (['initiator'] as const) : []),
    ...(account === actor && (task === 'FINISH' || task === 'TURN') ? (['handled-it'] as const) : []),
  ];
}
