/** Others have a task for a while, and whom they ask in turn: a tree, whose leaves are the tasks that somebody sees. */
import type { Member, OracleWait } from './token-game/game-state.ts';

const tasksOf = (members: readonly Member[]): OracleWait[] => members.flatMap(({ task }) => task ?? []);

/** The tasks that people have of a wait. */
export function openOf(wait: OracleWait): readonly OracleWait[] {
  return wait.panel ? tasksOf(wait.panel.members).flatMap(openOf) : [wait];
}

/** Those of a wait that others have for a while, outermost first. */
export function askedOf(wait: OracleWait): readonly OracleWait[] {
  return wait.panel ? [wait, ...tasksOf(wait.panel.members).flatMap(askedOf)] : [];
}

/** The wait with another task in the place of one. */
export function replaceIn(wait: OracleWait, label: string, by: OracleWait): OracleWait {
  if (wait.label === label) return by;
  const { panel } = wait;
  if (!panel) return wait;
  const members = panel.members.map((member) =>
    member.task ? { ...member, task: replaceIn(member.task, label, by) } : member,
  );
  return { ...wait, panel: { ...panel, members } };
}

/** All who ask or are asked at a wait; of whom somebody asks no more is out. */
export function peopleAt(wait: OracleWait): readonly string[] {
  return askedOf(wait).flatMap(({ panel }) => [
    panel?.asker ?? '',
    ...(panel?.members ?? []).flatMap(({ account, state }) => (state === 'recalled' ? [] : account)),
  ]);
}
