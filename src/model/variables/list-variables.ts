import { PREDEFINED_NAMES } from '../expressions/evaluate-condition.ts';
import type { Expression } from '../expressions/expression.ts';
import { readsOf } from '../expressions/expression-analysis.ts';
import { EXECUTION_NAMES } from '../expressions/juel/juel-execution.ts';
import { NAMES_VARIABLE } from '../expressions/text-names.ts';
import type { ProcessModel } from '../process-model.ts';
import type { DrawnScope, FlowNode } from '../read/diagram.ts';
import type { Draft, ServiceDraft, UserTaskDraft } from '../read/draft.ts';
import { listFormVariables } from '../read/tasks/read-form.ts';
import { findSetBefore, type SetBefore } from './set-before.ts';
import { given, isBeside, neededAtOnce, type PlacedRead } from './unpassed-variables.ts';

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

  /** Adds what is passed to the called process to what its caller reads and needs. @param known set when it is called */
  addToCaller(known: ReadonlySet<string> = new Set()): void {
    const { around } = this;
    if (around === undefined) return;
    const passed = (names: ReadonlySet<string>) => [...names].filter((name) => this.all.in && !this.sets.has(name));
    for (const name of passed(this.reads)) around.reads.add(name);
    for (const name of passed(this.needs)) if (!known.has(name)) around.needs.add(name);
  }
}

/**
 * Called processes with their own variables are included if their calls pass all variables. What is set on every path to the
 * place where it is read is not needed; in a called process with its own variables, what is set anywhere in it.
 */
export function listVariables(draft: Draft, model: ProcessModel): ListedVariables {
  const { own, spaceOf } = createSpaces(draft);
  const root = spaceOf(undefined);
  const by = new Map<FlowNode, ReadonlySet<string>>();
  const within = new Map<FlowNode, ReadonlySet<string>>();
  const atStart = new Set(setByProcess(draft));
  const note = (space: VariableSpace, node: FlowNode, names: Iterable<string>, into = by) => {
    for (const name of names) space.sets.add(name);
    if (space === root) into.set(node, new Set([...(into.get(node) ?? []), ...names]));
  };
  for (const name of atStart) root.sets.add(name);
  for (const task of draft.userTasks) {
    const { node } = task;
    const { certain, possible } = setByTask(task, model);
    note(spaceOf(node.scope), node, certain);
    for (const name of possible) spaceOf(node.scope).sets.add(name);
  }
  for (const service of draft.services) noteService(service, own, spaceOf, note);
  for (const { node, own: called } of draft.subProcesses) {
    if (called?.initiatorVariable !== undefined) own.get(node.id)?.sets.add(called.initiatorVariable);
  }
  for (const { node, multiInstance } of [...draft.userTasks, ...draft.services, ...draft.subProcesses]) {
    const { elementVariable, indexVariable, output } = multiInstance ?? {};
    note(spaceOf(node.scope), node, given([elementVariable, indexVariable]), within);
    note(spaceOf(node.scope), node, given([output?.collection]));
  }
  for (const { node, trigger } of draft.events) {
    const caught = trigger?.kind === 'error' || trigger?.kind === 'escalation' ? trigger.codeVariable : undefined;
    note(spaceOf(node.scope), node, given([caught]));
  }
  // Inner calls first: outer ones were created before them.
  const calls = [...own].reverse();
  for (const [id, { all, around, sets }] of calls) {
    const out = draft.services.find(({ node, passes }) => passes?.way === 'out' && isBeside(node, id));
    if (all.out && around && out) note(around, out.node, sets);
  }
  const places = findSetBefore(draft, { atStart, by, within });
  const reads = readsIn(draft, spaceOf);
  noteReads(reads, root, (elementId, isLate) => setAt(draft, { places, by, atStart }, elementId, isLate));
  for (const [id, space] of calls) {
    const node = draft.diagram.nodes.get(id);
    space.addToCaller(space.around === root && node ? places.before(node) : undefined);
  }
  const isBean = (name: string) => [...(draft.options.functions ?? [])].some((key) => key.startsWith(`${name}.`));
  const sorted = (names: Iterable<string>) =>
    [...names].filter((name) => !isAlwaysThere(name) && !isBean(name)).toSorted();
  return {
    variables: { reads: sorted(root.reads), sets: sorted(root.sets), needed: sorted(root.needs) },
    unpassed: calls.flatMap(([id, space]) => {
      const names = space.all.in
        ? []
        : sorted(
            neededAtOnce(id, draft, {
              sets: space.sets,
              reads: reads.filter((read) => read.space === space),
            }),
          );
      const callId = draft.diagram.nodes.get(id)?.scope.node?.id ?? id;
      return names.length === 0 ? [] : [{ callId, names }];
    }),
  };
}

export interface ListedVariables {
  readonly variables: DiagramVariables;
  /** Calls of processes with variables of their own that read variables which nobody can have set by then. */
  readonly unpassed: readonly { readonly callId: string; readonly names: readonly string[] }[];
}

interface Places {
  readonly places: SetBefore;
  readonly by: ReadonlyMap<FlowNode, ReadonlySet<string>>;
  readonly atStart: ReadonlySet<string>;
}

/** What is set where an element reads: a flow after its source; the process at its start. @param isLate after its own press or result */
function setAt({ diagram }: Draft, { places, by, atStart }: Places, elementId: string, isLate: boolean) {
  const node = diagram.nodes.get(elementId);
  if (node) return isLate ? new Set([...places.before(node), ...(by.get(node) ?? [])]) : places.before(node);
  const source = diagram.flows.get(elementId)?.source;
  return source ? places.after(source) : atStart;
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

/** What an expression reads, in the variables that it sees. */
interface Read extends PlacedRead {
  readonly space: VariableSpace;
  readonly reads: readonly string[];
}

function readsIn(
  { diagram, expressions, userTasks, services, subProcesses, events }: Draft,
  spaceOf: SpaceOf,
): readonly Read[] {
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
  /** These are evaluated when the task has been handled, or the iteration is over. */
  const late = new Set<Expression | undefined>([
    ...userTasks.flatMap(({ mappings }) => mappings.outputs.map(({ value }) => value)),
    ...userTasks.map(({ standardLoop }) => standardLoop?.condition),
    ...[...userTasks, ...services, ...subProcesses].map(({ multiInstance }) => multiInstance?.condition),
  ]);
  /** These wait until their variables are set. */
  const waiting = new Set(events.flatMap(({ trigger }) => (trigger?.kind === 'condition' ? trigger.condition : [])));
  /** These are evaluated with the variables of the called process. */
  const back = new Map<Expression, DrawnScope | undefined>(
    services.flatMap(({ node, passes, assign = [] }) => {
      const called = subProcesses.find((each) => each.own !== undefined && each.node.scope === node.scope);
      const scope = diagram.scopes.find(({ id }) => id === called?.node.id);
      return passes?.way === 'out' ? assign.map(({ value }) => [value, scope] as const) : [];
    }),
  );
  return expressions.map(({ elementId, from, expression }) => {
    const { reads, needs } = readsOf(expression);
    const isOwn = (name: string) => inputs.get(elementId)?.includes(name) === true;
    return {
      elementId,
      space: spaceOf(back.has(expression) ? back.get(expression) : scopeOf(elementId)),
      reads: reads.filter((name) => !isOwn(name)),
      needs: outputs.has(expression) ? [] : needs.filter((name) => !isOwn(name)),
      isLate: late.has(expression) || from.startsWith('ttc:notify'),
      isWaiting: waiting.has(expression),
    };
  });
}

/** @param setBefore what is set for certain where an element of the instance's own variables reads */
function noteReads(
  all: readonly Read[],
  root: VariableSpace,
  setBefore: (elementId: string, isLate: boolean) => ReadonlySet<string>,
): void {
  for (const { elementId, space, reads, needs, isLate, isWaiting } of all) {
    for (const name of reads) space.reads.add(name);
    const known = space === root && !isWaiting ? setBefore(elementId, isLate) : space.sets;
    for (const name of needs) if (!known.has(name)) space.needs.add(name);
  }
}

function setByProcess({ process: { startDefaults = [], initiatorVariable } }: Draft): readonly string[] {
  return [...startDefaults.map(({ variable }) => variable), ...(initiatorVariable ? [initiatorVariable] : [])];
}

/** What is set when a task has been handled, and what only some of its buttons set. */
function setByTask({ node, mappings, results = [] }: UserTaskDraft, model: ProcessModel) {
  const { buttons = [], handledButtons = [] } = model.userTasks.get(node.id) ?? {};
  const handling = buttons.filter(({ type }) => type === 'HANDLE');
  const isSetByAll = handling.every(({ effect }) => effect.kind === 'set');
  const pressed = [...buttons, ...handledButtons].flatMap(({ effect }) =>
    effect.kind === 'set' ? [effect.variable] : [],
  );
  return {
    certain: [
      ...(isSetByAll ? pressed : []),
      ...namesOf(mappings.outputs),
      ...namesOf(mappings.outputScripts),
      ...results.map(({ variable }) => variable),
      ...listFormVariables(node.element),
    ],
    possible: pressed,
  };
}

function noteService(
  { node, resultVariable, mappings, assign = [], passes }: ServiceDraft,
  own: ReadonlyMap<string, VariableSpace>,
  spaceOf: SpaceOf,
  note: (space: VariableSpace, node: FlowNode, names: Iterable<string>) => void,
): void {
  const around = spaceOf(node.scope);
  const called = [...own].find(([id]) => isBeside(node, id))?.[1];
  const target = passes?.way === 'in' ? called : around;
  if (target) note(target, node, namesOf(assign));
  if (called !== undefined && passes?.all === true) called.all[passes.way] = true;
  note(around, node, [...given([resultVariable]), ...namesOf(mappings.outputs), ...namesOf(mappings.outputScripts)]);
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
   * Variables that are read (not only tested, as by `empty x` or `is defined(x)`) at a place that some path reaches without
   * setting them. Pass them to `start`, unless a service, a script, a message or a press sets them; what these set is not
   * known when a file is deployed. A user task sets its form fields and the variables of its buttons and outputs.
   */
  readonly needed: readonly string[];
}

export const NO_VARIABLES: DiagramVariables = { reads: [], sets: [], needed: [] };
