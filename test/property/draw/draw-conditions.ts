import { type Condition, negate, variablesOf } from '../conditions/condition.ts';
import { isTrue } from '../conditions/condition-truth.ts';
import { CALM, DATA } from '../conditions/data.ts';
import type { Choice, Rework, Signing } from '../generate/shape.ts';
import type { Completion, Computation, EndTrigger, EventTrigger, Flow, Many, Variable } from './graph.ts';

/** What a flow says that leaves a gateway. */
export interface Way extends Partial<Pick<Flow, 'name' | 'condition' | 'isDefault' | 'vote' | 'back' | 'link'>> {
  readonly source: string;
}

/** Draws what decides: conditions and completions, each with variables of its own, and the names of things. */
export class ConditionDiagram {
  readonly variables: Variable[] = [];
  readonly #counts = new Map<string, number>();
  readonly #mark: string;

  /** @param mark what all names end with */
  constructor(mark: string) {
    this.#mark = mark;
  }

  /**
   * The ways on from a gateway.
   * @param calm the one that leads forward
   * @param computed the variable that a script in front of it sets
   */
  drawWays(part: Choice | Rework, source: string, count: number, calm: number, computed?: string): readonly Way[] {
    const names = Array.from({ length: count }, () => ({ source, name: this.number('To ') }));
    if (part.by === 'button') return names;
    if (part.by === 'data') return this.#drawData(part, names);
    const fallback = part.kind === 'rework' || part.fallback ? count - 1 : -1;
    if (part.by === 'conditions') {
      return names.map(
        (way, index): Way =>
          index === fallback
            ? { ...way, isDefault: true }
            : { ...way, condition: this.above(part.language, index === calm) },
      );
    }
    const values: readonly (string | boolean)[] =
      part.by === 'flag' || computed !== undefined ? [true, false] : ['one', 'two', 'three', 'four'];
    const variable = computed ?? this.number('v');
    const rest = part.by === 'text' ? ['other', 'other'] : [];
    if (computed === undefined)
      this.variables.push({
        name: variable,
        initial: values[1] ?? false,
        domain: [...values.slice(0, count), ...rest],
        calm: values[calm] ?? false,
        lack: 'value',
      });
    return names.map((way, index): Way => {
      if (index === fallback) return { ...way, isDefault: true };
      return { ...way, condition: { test: 'is', variable, value: values[index] ?? false, language: part.language } };
    });
  }

  #drawData(part: Choice | Rework, ways: readonly Way[]): readonly Way[] {
    const fallback = part.kind === 'rework' || part.fallback ? ways.length - 1 : -1;
    return ways.map((way, index): Way => {
      const condition = part.conditions?.[index];
      return index === fallback || !condition
        ? { ...way, isDefault: true }
        : { ...way, condition: this.read(condition) };
    });
  }

  /** A condition over what changes while the process runs. */
  read(condition: Condition): Condition {
    for (const name of variablesOf(condition)) this.readData(name);
    return condition;
  }

  readData(name: string): string {
    const found = DATA.find((each) => each.name === name);
    if (!found) throw new TypeError(`nothing is known of ${name}`);
    const { calm, domain, lack } = found;
    if (!this.variables.some((each) => each.name === name))
      this.variables.push({ name, initial: calm, domain, calm, ...(lack && { lack }) });
    return name;
  }

  flag(language: Condition['language'], calm: boolean): Condition {
    const variable = this.number('v');
    this.variables.push({ name: variable, initial: true, domain: [true, true, false], calm, lack: 'value' });
    return { test: 'is', variable, value: true, language };
  }

  above(language: Condition['language'], calm: boolean): Condition {
    const [number, flag] = [this.number('v'), this.number('v')];
    this.variables.push({ name: number, initial: 5, domain: [1, 5, 5], calm: calm ? 5 : 1, lack: 'value' });
    this.variables.push({ name: flag, initial: true, domain: [true, true, true, false], calm: true, lack: 'value' });
    const above = { test: 'above', variable: number, limit: 3, language } as const;
    return { test: 'both', of: [above, { test: 'is', variable: flag, value: true, language }], language };
  }

  drawMany({ sequential, over, people, shared, completion, reads }: Signing): Many {
    const own = over === 'number' ? undefined : this.number('v');
    const variable = reads === undefined ? own : this.readData(reads);
    if (variable && reads === undefined)
      this.variables.push({ name: variable, initial: over === 'list' ? people : people.length });
    return {
      sequential,
      over:
        over === 'list'
          ? { kind: 'list', variable: variable ?? '', people }
          : { kind: 'number', count: people.length, ...(variable && { variable }) },
      shared,
      ...(reads !== undefined && { isChanging: true }),
      ...(completion && { completion: this.#drawCompletion(completion) }),
    };
  }

  #drawCompletion(completion: NonNullable<Signing['completion']>): Completion {
    if (completion.kind === 'data') return { ...completion, condition: this.read(completion.condition) };
    if (completion.kind !== 'flag') return completion;
    return { kind: 'flag', variable: this.drawFlag([true, false]) };
  }

  /** An event with the variables that it reads. @param calm whether its condition is to be true where all is calm */
  drawEvent<Event extends EventTrigger | EndTrigger>(event: Event, calm: boolean): Event {
    if (event.kind === 'timer' && event.reads) this.readData(event.reads.variable);
    if (event.kind === 'message' || event.kind === 'signal') {
      for (const name of [event.reads, event.key]) if (name !== undefined) this.readData(name);
    }
    if (event.kind !== 'condition') return event;
    if (!event.reads) this.variables.push({ name: event.variable, domain: [true, false], calm });
    const reads = event.reads && this.read(event.reads);
    return reads && isTrue(reads, CALM) !== calm ? { ...event, reads: negate(reads) } : event;
  }

  /** What comes back from a call. */
  drawBack(): string {
    const name = this.number('v');
    this.variables.push({ name, initial: 2 });
    return name;
  }

  /** What a script counts in. */
  drawCounter(): string {
    const name = this.number('v');
    this.variables.push({ name, initial: 0, computed: true });
    return name;
  }

  /** A script that turns round what presses set. @param calm the value that leads forward */
  drawComputed(calm: boolean): Extract<Computation, { kind: 'not' }> {
    const [of, variable] = [this.drawFlag([true, false], !calm), this.number('v')];
    this.variables.push({ name: variable, initial: false, computed: true });
    return { kind: 'not', variable, of };
  }

  drawFlag(domain: readonly boolean[], calm?: boolean): string {
    const name = this.number('v');
    this.variables.push({ name, initial: false, domain, ...(calm !== undefined && { calm }) });
    return name;
  }

  number(letter: string): string {
    const count = (this.#counts.get(letter) ?? 0) + 1;
    this.#counts.set(letter, count);
    return `${letter}${count}${this.#mark}`;
  }
}
