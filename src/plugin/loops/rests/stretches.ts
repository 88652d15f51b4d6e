import { isDeepStrictEqual } from 'node:util';
import type { Listening } from '../../state/ledger.ts';
import type { AllVariables, VariableScope } from '../../variables/called-variables.ts';
import type { Setting } from '../beyond.ts';
import { countRounds, unlessItFails } from '../foresight.ts';
import { scopesOf } from '../legs.ts';
import type { PathEntry, RoundState } from '../path-entry.ts';
import { repeatRound } from '../repeat-round.ts';
import { walkToNext } from '../walk/walk-by-diagram.ts';
import { constantNames, type Marking, patternOf } from './marking.ts';
import { RoundCounts } from './round-counts.ts';
import { comparablePath, divideStretch, type Section } from './stretch-path.ts';

/** An instance when all its tokens rest. */
export interface Rest extends RoundState {
  readonly marking: Marking;
  /** What happened since the rest before. */
  readonly path: readonly PathEntry[];
  /** The places in that path of nodes that were reached by the token that moved before. */
  readonly goingOn: ReadonlySet<number>;
  /** The place in that path of the names that were computed for a wait. */
  placeOfNames(key: string): number | undefined;
}

/** Where the tokens of an instance are: all of them rest, or one is at a node. */
interface Position extends RoundState {
  readonly at: Place;
  /** The names for which something waits, and those that were computed since the last rest. */
  readonly names: readonly Listening[];
}

interface Place {
  /** Equal ones go on alike. */
  readonly id: string;
  /** Which sections led there since the last rest, but for those of the token that moves. */
  readonly behind?: string;
  /** Absent if all tokens rest. */
  readonly nodeId?: string;
}

interface Reached {
  readonly rest: Rest;
  readonly position: Position;
}

/** What happened from one place to the next. */
interface Passage {
  readonly path: readonly PathEntry[];
  /** Of all names at its end. */
  readonly pattern: readonly number[];
  readonly to: Place;
  /** Where all tokens rest then: which names are still waited for, and the nodes of the calls that run. */
  readonly rest: { readonly kept: readonly number[]; readonly calls: readonly string[] } | undefined;
}

/** How a stretch ends. */
interface End extends NonNullable<Passage['rest']> {
  readonly at: Place;
  readonly pattern: readonly number[];
}

/** So many are walked ahead at most: a loop may have several rests in each round, and several nodes between them. */
const MAX_PASSAGES = 10_000;

/**
 * The stretches between the rests of a loop. Whatever its tokens wait for, and wake each other by: from the same marking,
 * what happened once happens again if all conditions are decided alike. So the rests to come are known, until one is new
 * or is left by a way that is.
 */
export class Stretches {
  readonly #most: number;
  readonly #setting: Setting;
  readonly #constant: readonly Listening[];
  /** Those that begin at a place; undefined if something besides variables decided what happened there. */
  readonly #known = new Map<string, readonly Passage[] | undefined>();
  /** What was seen to follow a marking, and the one to which it led. */
  readonly #learned = new Map<string, readonly { readonly path: readonly PathEntry[]; readonly to: string }[]>();
  readonly #scopes = new Map<string, VariableScope>();
  #last: Reached | undefined;
  /** The most that were moved in turn. */
  #tokens = 1;
  /** So many rests are known ahead. */
  #ahead = 0;

  /** @param most times that a token may reach a node in a loop with an end */
  constructor(most: number, setting: Setting) {
    this.#most = most;
    this.#setting = setting;
    this.#constant = constantNames(setting.model, setting.context.instance?.businessKey ?? null);
  }

  /** @returns the node that would be reached too often, if all that is to come until then is known */
  note(rest: Rest): string | undefined {
    const position = this.#positionAt(rest);
    const last = this.#last;
    this.#last = position && { rest, position };
    if (!position) return undefined;
    this.#tokens = Math.max(this.#tokens, rest.marking.tokens);
    if (last) this.#learn(last, { rest, position });
    this.#ahead -= 1;
    return this.#ahead < 0 && this.#known.get(position.at.id) ? this.#walkOn(position) : undefined;
  }

  /** @returns undefined if several calls of one node run */
  #positionAt({ marking, all, seen }: Rest): Position | undefined {
    const { text, listening, calls } = marking;
    const nodes = [...calls.values()];
    if (new Set(nodes).size < nodes.length) return undefined;
    const names = listening.map((each) => each.names);
    const id = `${text} ${patternOf(names, this.#constant)} ${nodes}`;
    return { at: { id }, names, all: withCalls(all, calls), seen: withCalls(seen, calls) };
  }

  #learn(from: Reached, to: Reached): void {
    const path = comparablePath(to.rest.path, from.rest.marking.calls, this.#setting);
    const { id } = from.position.at;
    const learned = this.#learned.get(id) ?? [];
    // Functions of the host would be called again.
    if (learned.some((each) => each.to === to.position.at.id && isDeepStrictEqual(each.path, path))) return;
    const end = path && this.#readEnd(path, from, to);
    if (!end) {
      this.#known.set(id, undefined);
      return;
    }
    this.#learned.set(id, [...learned, { path, to: to.position.at.id }]);
    let place = from.position.at;
    for (const section of divideStretch(path, to.rest.goingOn, this.#setting)) {
      place = this.#add(place, section, end);
    }
    for (const [id, scope] of scopesOf(path, undefined, this.#setting)) this.#scopes.set(id, scope);
  }

  /** @returns undefined if something else came of it than the variables say */
  #readEnd(path: readonly PathEntry[], from: Reached, { rest, position }: Reached): End | undefined {
    const names = [...from.position.names];
    const { context } = this.#setting;
    const after = unlessItFails(() => repeatRound(path, from.position, context, (computed) => names.push(computed)));
    const calls = [...rest.marking.calls.values()];
    if (!after || !isDeepStrictEqual(onlyCalls(after, calls), { all: position.all, seen: position.seen }))
      return undefined;
    const kept = keptNames(path, from.rest, rest);
    if (kept.some((index) => !(index < names.length))) return undefined;
    return { at: position.at, pattern: patternOf(names, this.#constant), kept, calls };
  }

  /** @returns where it leads */
  #add({ id, behind }: Place, { path, nodeId, isSameToken }: Section, { at, pattern, ...rest }: End): Place {
    const passages = this.#known.has(id) ? this.#known.get(id) : [];
    const index =
      passages?.findIndex((passage) => isDeepStrictEqual([passage.path, passage.pattern], [path, pattern])) ?? -1;
    const context = isSameToken && behind !== undefined ? behind : `${id}/${index === -1 ? passages?.length : index}`;
    const to = nodeId === undefined ? at : { id: `${context}>${nodeId}`, behind: context, nodeId };
    const passage = { path, pattern, to, rest: nodeId === undefined ? rest : undefined };
    if (index === -1) this.#known.set(id, passages && [...passages, passage]);
    else if (!leadsAlike(passages?.[index], passage)) this.#known.set(id, undefined);
    return to;
  }

  /** Walks on from a rest, until a node would be reached too often by one of the tokens, or something is not known. */
  #walkOn(from: Position): string | undefined {
    const most = this.#most * this.#tokens;
    let counts = new RoundCounts(this.#setting);
    let found: string | undefined;
    countRounds(MAX_PASSAGES, {
      begin: () => {
        counts = new RoundCounts(this.#setting);
        found = undefined;
        this.#ahead = 0;
        return from;
      },
      repeat: (before: Position) => {
        const after = this.#goOn(before, counts);
        if (after?.at.nodeId === undefined) this.#ahead += 1;
        found = counts.beyond(most);
        return found === undefined ? after : undefined;
      },
      isSame: () => false,
    });
    return found;
  }

  #goOn(before: Position, counts: RoundCounts): Position | undefined {
    for (const { path, pattern, to, rest } of this.#known.get(before.at.id) ?? []) {
      const names = [...before.names];
      const after = repeatRound(path, before, this.#setting.context, (computed) => names.push(computed));
      if (!after || !isDeepStrictEqual(patternOf(names, this.#constant), pattern)) continue;
      counts.add(path);
      if (!rest) return { at: to, names, ...after };
      return { at: to, names: rest.kept.flatMap((index) => names[index] ?? []), ...onlyCalls(after, rest.calls) };
    }
    return this.#goOnByDiagram(before, counts);
  }

  /** Where the token goes by a way that none went: one that nothing but variables decides. */
  #goOnByDiagram(
    { at: { nodeId, behind = '' }, names, ...before }: Position,
    counts: RoundCounts,
  ): Position | undefined {
    if (nodeId === undefined) return undefined;
    const walked = walkToNext(nodeId, before, this.#scopes, this.#setting);
    if (walked) counts.reach(walked.to);
    return walked && { at: { id: `${behind}>${walked.to}`, behind, nodeId: walked.to }, names, ...walked.after };
  }
}

/** Which of the names that were known at the last rest, or were computed since, are known at this one. NaN: none. */
function keptNames(path: readonly PathEntry[], { marking: { listening } }: Rest, rest: Rest): readonly number[] {
  return rest.marking.listening.map(({ key }) => {
    const index = listening.findIndex((each) => each.key === key);
    if (index !== -1) return index;
    const place = rest.placeOfNames(key);
    if (place === undefined) return Number.NaN;
    const computed = path.slice(0, place).filter(isName);
    return listening.length + computed.length;
  });
}

function leadsAlike(one: Passage | undefined, other: Passage): boolean {
  return one?.to.id === other.to.id && isDeepStrictEqual(one.rest, other.rest);
}

function isName({ kind }: PathEntry): boolean {
  return kind === 'named' || kind === 'unheard';
}

/** Names the calls that run by their nodes, and leaves out those that are over. */
function withCalls({ variables, called }: AllVariables, calls: ReadonlyMap<string, string>): AllVariables {
  const running = [...calls].flatMap(([callId, nodeId]) => {
    const own = called[callId];
    return own ? [[nodeId, own] as const] : [];
  });
  return { variables, called: Object.fromEntries(running) };
}

/** The same where they are named already. */
function onlyCalls({ all, seen }: RoundState, calls: readonly string[]): RoundState {
  const running = new Map(calls.map((nodeId) => [nodeId, nodeId]));
  return { all: withCalls(all, running), seen: withCalls(seen, running) };
}
