import { type Value, variablesOf } from '../conditions/condition.ts';
import { isData } from '../conditions/data.ts';
import type { Graph } from '../draw/graph.ts';
import type { Random } from '../random.ts';

/** Null: it is set to nothing. */
export type Drawn = Readonly<Record<string, Value | null>>;

/** So many processes are now and then without what they read. */
const LACKING_PROCESSES = 0.6;

/** What is set with presses, results and messages, by chance. */
export class VariableDraws {
  /** With which the process comes to its end. */
  readonly calm: Readonly<Record<string, Value>>;
  /** What sets everything that it may be without. */
  readonly repair: Readonly<Record<string, Value>>;
  readonly #graph: Graph;
  readonly #random: Random;
  readonly #lacks: boolean;

  constructor(graph: Graph, random: Random) {
    this.#graph = graph;
    this.#random = random;
    const { variables } = graph;
    this.calm = Object.fromEntries(
      variables.flatMap(({ name, calm }) => (calm === undefined ? [] : [[name, calm] as const])),
    );
    this.repair = Object.fromEntries(
      variables.flatMap(({ name, lack, calm }) => (lack && calm !== undefined ? [[name, calm] as const] : [])),
    );
    this.#lacks = random.chance(LACKING_PROCESSES);
  }

  /** What an instance starts with. */
  drawStart(): Drawn {
    const { variables } = this.#graph;
    const given = variables.filter(({ lack }) => !(this.#lacks && lack && this.#random.chance(0.3)));
    const names = new Set(given.map(({ name }) => name));
    const initial = given.flatMap(({ name, initial }) => (initial === undefined ? [] : [[name, initial] as const]));
    const drawn = Object.entries(this.drawSome(0.5)).filter(([name]) => names.has(name));
    return { ...Object.fromEntries(initial), ...Object.fromEntries(drawn) };
  }

  draw(isCalm: boolean): Drawn {
    return isCalm ? this.calm : this.drawSome(0.35);
  }

  /** What a signature reports whose own step ends the task is open. */
  withoutFacts(variables: Drawn): Drawn {
    const facts = new Set(
      this.#graph.nodes.flatMap(({ event }) =>
        event?.kind !== 'condition' ? [] : event.reads ? variablesOf(event.reads) : [event.variable],
      ),
    );
    return Object.fromEntries(Object.entries(variables).filter(([name]) => !facts.has(name)));
  }

  /** Of what many things read. Near the end now and then something else, so that what waits for a change hears one. */
  drawData(isNearEnd: boolean): Drawn {
    const isCalm = isNearEnd && this.#random.chance(0.5);
    const drawn = Object.entries(isCalm ? this.calm : this.drawSome(0.5));
    return Object.fromEntries(drawn.filter(([name]) => isData(name)));
  }

  drawSome(probability: number): Drawn {
    const drawn: Record<string, Value | null> = {};
    for (const { name, domain, lack } of this.#graph.variables) {
      if (!domain || !this.#random.chance(probability)) continue;
      const isNothing = this.#lacks && lack === 'value' && this.#random.chance(0.25);
      drawn[name] = isNothing ? null : this.#random.pick(domain);
    }
    return drawn;
  }
}
