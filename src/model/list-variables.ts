import { PREDEFINED_NAMES } from './expressions/evaluate-condition.ts';
import type { Expression } from './expressions/expression.ts';
import { readsOf } from './expressions/expression-analysis.ts';
import { EXECUTION_NAMES } from './expressions/juel/juel-execution.ts';
import { NAMES_VARIABLE } from './expressions/text-names.ts';
import type { ProcessModel } from './process-model.ts';
import type { DrawnScope } from './read/diagram.ts';
import type { Draft, ServiceDraft, UserTaskDraft } from './read/draft.ts';
import { listFormVariables } from './read/tasks/read-form.ts';

/** The variables of the instance, or of a called process that has its own. */
class VariableSpace {
  readonly reads = new Set<string>();
  readonly needs = new Set<string>();
  readonly sets = new Set<string>();
  /** Whether all variables are passed in, and whether all are passed back. */
  readonly all = { in: false, out: false };
  /** The variables of the caller. */
  readonly around: VariableSpace | undefined;

  constructor(around?: VariableSpace) {
    this.around = around;
  }

  /** Adds the variables that are passed to and from the called process to those of its caller. */
  addToCaller(): void {
    const { around } = this;
    if (around === undefined) return;
    const passed = (names: ReadonlySet<string>) => [...names].filter((name) => this.all.in && !this.sets.has(name));
    for (const name of passed(this.reads)) around.reads.add(name);
    for (const name of passed(this.needs)) around.needs.add(name);
    if (this.all.out) for (const name of this.sets) around.sets.add(name);
  }
}

/** Called processes with their own variables are included if their calls pass all variables. */
export function listVariables(draft: Draft, model: ProcessModel): DiagramVariables {
  const { own, spaceOf } = createSpaces(draft);
  const root = spaceOf(undefined);
  noteReads(draft, spaceOf);
  for (const name of setByProcess(draft)) root.sets.add(name);
  for (const task of draft.userTasks) {
    const space = spaceOf(task.node.scope);
    for (const name of setByTask(task, model)) space.sets.add(name);
  }
  for (const service of draft.services) noteService(service, own, spaceOf);
  for (const { node, multiInstance, own: called } of draft.subProcesses) {
    for (const name of elementsOf(multiInstance)) spaceOf(node.scope).sets.add(name);
    if (called?.initiatorVariable !== undefined) own.get(node.id)?.sets.add(called.initiatorVariable);
  }
  for (const { node, trigger } of draft.events) {
    const caught = trigger?.kind === 'error' || trigger?.kind === 'escalation' ? trigger.codeVariable : undefined;
    if (caught !== undefined) spaceOf(node.scope).sets.add(caught);
  }
  // Inner calls first: outer ones were created before them.
  for (const space of [...own.values()].reverse()) space.addToCaller();
  const isBean = (name: string) => [...(draft.options.functions ?? [])].some((key) => key.startsWith(`${name}.`));
  const sorted = (names: Iterable<string>) =>
    [...names].filter((name) => !isAlwaysThere(name) && !isBean(name)).toSorted();
  return {
    reads: sorted(root.reads),
    sets: sorted(root.sets),
    needed: sorted(root.needs).filter((name) => !root.sets.has(name)),
  };
}

function isAlwaysThere(name: string): boolean {
  return name === NAMES_VARIABLE || PREDEFINED_NAMES.has(name) || EXECUTION_NAMES.has(name);
}

type SpaceOf = (scope: DrawnScope | undefined) => VariableSpace;

/** One space for the instance, and one per called process with its own variables, by the id of its sub-process. */
function createSpaces({ subProcesses }: Draft): {
  readonly own: ReadonlyMap<string, VariableSpace>;
  readonly spaceOf: SpaceOf;
} {
  const root = new VariableSpace();
  const own = new Map<string, VariableSpace>();
  const spaceOf: SpaceOf = (scope) => {
    for (let at = scope; at !== undefined; at = at.node?.scope) {
      const found = own.get(at.id);
      if (found) return found;
    }
    return root;
  };
  for (const { node, own: called } of subProcesses) {
    if (called !== undefined) own.set(node.id, new VariableSpace(spaceOf(node.scope)));
  }
  return { own, spaceOf };
}

function noteReads({ diagram, expressions, userTasks, services, subProcesses }: Draft, spaceOf: SpaceOf): void {
  const scopeOf = (id: string) => (diagram.nodes.get(id) ?? diagram.flows.get(id))?.scope;
  const inputs = new Map(
    [...userTasks, ...services].map(({ node, mappings }) => [
      node.id,
      [...namesOf(mappings.inputs), ...namesOf(mappings.inputScripts)],
    ]),
  );
  /** These may read the result of a service or of a multi-instance instead of variables. */
  const outputs = new Set([
    ...services.flatMap(({ mappings }) => mappings.outputs.map(({ value }) => value)),
    ...[...userTasks, ...services, ...subProcesses].flatMap(
      ({ multiInstance }) => multiInstance?.output?.element ?? [],
    ),
  ]);
  /** These are evaluated with the variables of the called process. */
  const back = new Map<Expression, DrawnScope | undefined>(
    services.flatMap(({ node, passes, assign = [] }) => {
      const called = subProcesses.find((each) => each.own !== undefined && each.node.scope === node.scope);
      const scope = diagram.scopes.find(({ id }) => id === called?.node.id);
      return passes?.way === 'out' ? assign.map(({ value }) => [value, scope] as const) : [];
    }),
  );
  for (const { elementId, expression } of expressions) {
    const space = spaceOf(back.has(expression) ? back.get(expression) : scopeOf(elementId));
    const local = inputs.get(elementId);
    const { reads, needs } = readsOf(expression);
    for (const name of reads) if (local?.includes(name) !== true) space.reads.add(name);
    for (const name of outputs.has(expression) ? [] : needs) if (local?.includes(name) !== true) space.needs.add(name);
  }
}

function setByProcess({ process: { startDefaults = [], initiatorVariable } }: Draft): readonly string[] {
  return [...startDefaults.map(({ variable }) => variable), ...(initiatorVariable ? [initiatorVariable] : [])];
}

function setByTask(
  { node, mappings, results = [], multiInstance }: UserTaskDraft,
  model: ProcessModel,
): readonly string[] {
  const { buttons = [], handledButtons = [] } = model.userTasks.get(node.id) ?? {};
  const pressed = [...buttons, ...handledButtons].flatMap(({ effect }) =>
    effect.kind === 'set' ? [effect.variable] : [],
  );
  return [
    ...pressed,
    ...namesOf(mappings.outputs),
    ...namesOf(mappings.outputScripts),
    ...results.map(({ variable }) => variable),
    ...listFormVariables(node.element),
    ...elementsOf(multiInstance),
  ];
}

function noteService(
  { node, resultVariable, mappings, multiInstance, assign = [], passes }: ServiceDraft,
  own: ReadonlyMap<string, VariableSpace>,
  spaceOf: SpaceOf,
): void {
  const around = spaceOf(node.scope);
  const called = [...own].find(([id]) => node.scope.nodes.some((each) => each.id === id))?.[1];
  const target = passes?.way === 'in' ? called : around;
  for (const name of namesOf(assign)) target?.sets.add(name);
  if (called !== undefined && passes?.all === true) called.all[passes.way] = true;
  const results = [...namesOf(mappings.outputs), ...namesOf(mappings.outputScripts), ...elementsOf(multiInstance)];
  for (const name of resultVariable === undefined ? results : [resultVariable, ...results]) around.sets.add(name);
}

function elementsOf(multiInstance: UserTaskDraft['multiInstance']): readonly string[] {
  const { elementVariable, indexVariable, output } = multiInstance ?? {};
  return [elementVariable, indexVariable, output?.collection].flatMap((name) => name ?? []);
}

function namesOf(mappings: readonly { readonly name: string }[]): readonly string[] {
  return mappings.map(({ name }) => name);
}

/** The names of the variables of a diagram; each list is sorted. Variables that always exist are left out. */
export interface DiagramVariables {
  /** Variables that an expression reads. Variables read in scripts and in FEEL filters are not included. */
  readonly reads: readonly string[];
  /**
   * Variables that the diagram sets: by result variables, output mappings, form fields, buttons, elements of multi-instances, codes of
   * errors that are caught, defaults of the start form, data objects with a value, and the vendor's name for the initiator.
   */
  readonly sets: readonly string[];
  /**
   * Variables that are read (not only tested, as by `empty x` or `is defined(x)`) but not set by the diagram. Pass them to
   * `start`, unless a service, a script, a message or a press sets them; what these set is not known when a file is
   * deployed. A variable that is not listed may still be read before it is set.
   */
  readonly needed: readonly string[];
}

export const NO_VARIABLES: DiagramVariables = { reads: [], sets: [], needed: [] };
