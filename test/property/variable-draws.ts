import { type Value, variablesOf } from './condition.ts';
import { isData } from './data.ts';
import type { Graph } from './graph.ts';
import type { Random } from './random.ts';

/** What is set with presses, results and messages, by chance. */
export class VariableDraws {
  /** With which the process comes to its end. */
  readonly calm: Readonly<Record<string, Value>>;
  readonly #graph: Graph;
  readonly #random: Random;

  constructor(graph: Graph, random: Random) {
    this.#graph = graph;
    this.#random = random;
    this.calm = Object.fromEntries(
      graph.variables.flatMap(({ name, calm }) => (calm === undefined ? [] : [[name, calm]])),
    );
  }

  draw(isCalm: boolean): Readonly<Record<string, Value>> {
    return isCalm ? this.calm : this.drawSome(0.35);
  }

  /** What a signature reports whose own step ends the task is open. */
  withoutFacts(variables: Readonly<Record<string, Value>>): Record<string, Value> {
    const facts = new Set(
      this.#graph.nodes.flatMap(({ event }) =>
        event?.kind !== 'condition' ? [] : event.reads ? variablesOf(event.reads) : [event.variable],
      ),
    );
    return Object.fromEntries(Object.entries(variables).filter(([name]) => !facts.has(name)));
  }

  /** Of what many things read. Near the end now and then something else, so that what waits for a change hears one. */
  drawData(isNearEnd: boolean): Record<string, Value> {
    const isCalm = isNearEnd && this.#random.chance(0.5);
    const drawn = Object.entries(isCalm ? this.calm : this.drawSome(0.5));
    return Object.fromEntries(drawn.filter(([name]) => isData(name)));
  }

  drawSome(probability: number): Record<string, Value> {
    const drawn: Record<string, Value> = {};
    for (const { name, domain } of this.#graph.variables) {
      if (domain && this.#random.chance(probability)) drawn[name] = this.#random.pick(domain);
    }
    return drawn;
  }
}
