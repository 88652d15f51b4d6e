/**
 * Panels: others have the task of a wait for a while, and the wait stays. A *seat* is a place for one task at a wait: the wait
 * itself, or a member of a panel at a seat, who may ask others again: `approve_12`, `approve_12#0`, `approve_12#0#1`.
 */
import type { AskKind, TaskPanel } from '../../protocol/task-view.ts';

export const PANEL_RULES = ['all', 'any', 'in-turn'] as const;
/** Of those who are asked before: all answer, one is enough, or one after the other. */
export type PanelRule = (typeof PANEL_RULES)[number];

export const MEMBER_STATES = ['later', 'asked', 'answered', 'removed'] as const;

export interface PanelMember {
  /** Empty: the task was given to several people or a group since. */
  readonly account: string;
  readonly state: (typeof MEMBER_STATES)[number];
}

/** Who is asked at a seat; the task comes back to the seat once they are through. */
export interface Panel {
  readonly kind: AskKind;
  /** The task that was closed for it. */
  readonly taskId: string;
  /** Who asked; null: the host. */
  readonly asker: string | null;
  readonly rule: PanelRule;
  readonly members: readonly PanelMember[];
  /** Who has the task again afterwards. */
  readonly handlers: readonly string[];
  readonly handlingGroups: readonly string[];
  /** When the task has to be handled, in epoch milliseconds; absent: at any time. */
  readonly dueAt?: number | undefined;
  /** Of those who sign too: what was pressed last, which decides once nobody has to sign any more. */
  readonly signed?: SignedPress | undefined;
  /** The node of the earlier task that it was sent back to. */
  readonly target?: string | undefined;
}

/** Who signs after the person who presses. */
export interface SignersAfter {
  readonly to: readonly string[];
  readonly rule: PanelRule;
}

/** A press that decides only once others have signed too. */
export interface SignedPress {
  readonly buttonKey: string;
  readonly account: string;
  readonly personName?: string | undefined;
  readonly opinions: string | null;
  /** By the center's clock, epoch milliseconds. */
  readonly pressedAt: number;
  /** What this and the presses before have set, as the form named it. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** By seat. */
export type Panels = Readonly<Record<string, Panel>>;

export const MAX_DEPTH = 5;
export const MAX_MEMBERS = 20;
/** Of one wait. */
export const MAX_OPEN = 50;

export function memberSeat(seat: string, index: number): string {
  return `${seat}#${index}`;
}

/** The panel that a seat is of, and which member; undefined: it is the seat of the wait. */
export function placeIn(seat: string): { readonly above: string; readonly index: number } | undefined {
  const at = seat.lastIndexOf('#');
  return at < 0 ? undefined : { above: seat.slice(0, at), index: Number(seat.slice(at + 1)) };
}

/** The seats around one, outermost first, with itself; none for that of a wait. */
export function seatsAround(seat: string): readonly string[] {
  const [wait = '', ...members] = seat.split('#');
  return members.length === 0
    ? []
    : [wait, ...members.map((_, depth) => [wait, ...members.slice(0, depth + 1)].join('#'))];
}

/** The seats at or below one that have a task. */
export function seatsWithTasks(panels: Panels, seat: string): readonly string[] {
  const panel = panels[seat];
  if (!panel) return [seat];
  return panel.members.flatMap(({ state }, index) =>
    state === 'asked' ? seatsWithTasks(panels, memberSeat(seat, index)) : [],
  );
}

/** The panel of whose member a seat is. */
export function panelOf(panels: Panels, seat: string): Panel | undefined {
  const place = placeIn(seat);
  return place && panels[place.above];
}

/** What the task of a seat has to do with panels. @param cameBack what has come back to it just now */
export function taskPanelAt(panels: Panels, seat: string, cameBack?: Panel): TaskPanel | undefined {
  const asked = panelOf(panels, seat);
  const linkOf = ({ kind, taskId }: Panel) => ({ kind, taskId });
  return asked || cameBack
    ? { ...(asked && { asked: linkOf(asked) }), ...(cameBack && { cameBack: linkOf(cameBack) }) }
    : undefined;
}

/** The node whose task those at a seat have: that of the wait, or an earlier one. */
export function nodeOfSeat(panels: Panels, seat: string, waitNode: string): string {
  const above = seatsAround(seat).slice(0, -1).toReversed();
  return above.map((each) => panels[each]?.target).find((target) => target !== undefined) ?? waitNode;
}

/** Whether who has a task only answers somebody who has it again afterwards, and does not decide. */
export function onlyAnswers(panel: TaskPanel | null | undefined): boolean {
  const kind = panel?.asked?.kind;
  return kind === 'delegate' || kind === 'before' || kind === 'direct';
}

/** Whether somebody has asked or added who has a task, who can be recalled. */
export function wasAsked(panel: TaskPanel | null | undefined): boolean {
  return panel?.asked !== undefined && panel.asked.kind !== 'claim';
}

/** Whether nobody has to answer any more. */
export function isThrough({ rule, members }: Pick<Panel, 'rule' | 'members'>): boolean {
  if (rule === 'any' && members.some(({ state }) => state === 'answered')) return true;
  return members.every(({ state }) => state === 'answered' || state === 'removed');
}

/** All who ask or are asked at a wait. */
export function peopleAt(panels: Panels, wait: string): ReadonlySet<string> {
  const own = Object.entries(panels).filter(([seat]) => seat === wait || seat.startsWith(`${wait}#`));
  return new Set(
    own.flatMap(([, { asker, handlers, members }]) => [
      ...(asker === null ? handlers : [asker]),
      ...members.flatMap(({ account, state }) => (state === 'removed' ? [] : account)),
    ]),
  );
}
