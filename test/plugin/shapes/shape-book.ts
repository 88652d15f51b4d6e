import type { Trigger } from '../../../src/plugin/apply/trigger.ts';
import type { CreatedTask } from '../../../src/plugin/outcome/new-waits.ts';
import { type CompiledDefinition, type Snapshot, type StepResult, tokenOf } from '../../support/inner/plugin.ts';

/** What is open in an instance under test, by the names that shapes use. */
export interface ShapeBook {
  /** Takes a step's changes over. @returns what a right step never shows, and messages nobody waited for */
  note(trigger: Trigger, result: StepResult): string[];
  readonly openTasks: readonly string[];
  readonly openJobs: readonly string[];
  /** The open task of that name. */
  task(name: string): CreatedTask;
  /** The execution of the latest job of that name, done or not. */
  jobExecution(name: string): string;
  /** The name of a task, open or not. */
  nameOf(taskId: string): string;
}

export function createShapeBook({ model }: CompiledDefinition): ShapeBook {
  const { userTasks, services, subProcesses } = model;
  const repeated = [...subProcesses.values()].filter(({ multiInstance }) => multiInstance).map(({ nodeId }) => nodeId);
  const names = new Map<string, string>();
  const open = new Map<string, CreatedTask>();
  const openJobs = new Map<string, string>();
  const jobExecutions = new Map<string, string>();
  let tokens: Snapshot['net']['tokens'] = {};
  let endReports = 0;

  function nameTask({ nodeId, executionId, scopeIds }: CreatedTask): string {
    const iterations = scopeIds.toReversed().flatMap((scopeId) =>
      repeated.flatMap((id) => {
        const { node, iteration } = tokens[scopeId] ?? {};
        return node === id && iteration !== undefined ? `${id}${iteration}.` : [];
      }),
    );
    return `${iterations.join('')}${withIteration(nodeId, executionId)}`;
  }

  function withIteration(nodeId: string, executionId: string): string {
    const task = userTasks.get(nodeId);
    const isRepeated = task?.multiInstance ?? task?.standardLoop ?? services.get(nodeId)?.multiInstance;
    return isRepeated ? `${nodeId}#${tokens[tokenOf(executionId)]?.iteration}` : nodeId;
  }

  /** The second of two tasks that are open at one node is `A(2)`. */
  function freeName(name: string): string {
    const taken = new Set([...open.keys()].map((taskId) => names.get(taskId)));
    const candidates = [name, ...Array.from(taken, (_, index) => `${name}(${index + 2})`)];
    return candidates.find((candidate) => !taken.has(candidate)) ?? name;
  }

  function noteTasks({ handled, gone, created, reports }: StepResult['changes']): string[] {
    const faults: string[] = [];
    const announced = reports.flatMap(({ item }) => (item.next ?? []).map(({ taskId }) => taskId));
    for (const { taskId } of [...handled, ...gone]) {
      if (!open.delete(taskId)) faults.push(`${names.get(taskId)} was closed already`);
    }
    for (const task of created) {
      const { taskId } = task;
      names.set(taskId, freeName(nameTask(task)));
      open.set(taskId, task);
      const times = announced.filter((id) => id === taskId).length;
      if (times !== 1) faults.push(`${names.get(taskId)} was announced ${times} times`);
    }
    return faults;
  }

  function noteJobs(trigger: Trigger, { jobsGone, jobsCreated }: StepResult['changes']): void {
    if ('executionId' in trigger) openJobs.delete(trigger.executionId);
    for (const executionId of jobsGone) openJobs.delete(executionId);
    for (const { executionId, nodeId } of jobsCreated) {
      const name = withIteration(nodeId, executionId);
      openJobs.set(executionId, name);
      jobExecutions.set(name, executionId);
    }
  }

  return {
    note(trigger, { changes, matched, snapshot }) {
      tokens = snapshot === null ? tokens : (JSON.parse(snapshot) as Snapshot).net.tokens;
      const faults = noteTasks(changes);
      noteJobs(trigger, changes);
      endReports += changes.reports.filter(({ item }) => item.status === 'end').length;
      if (endReports !== (changes.ended && names.size > 0 ? 1 : 0)) faults.push(`the end was told ${endReports} times`);
      if (!matched && 'name' in trigger) faults.push(`nobody waits for ${trigger.name}`);
      return [...faults, ...changes.unmatched.map(({ name }) => `nobody waits for ${name}`)];
    },
    get openTasks() {
      return [...open.keys()].map((taskId) => names.get(taskId) ?? taskId);
    },
    get openJobs() {
      return [...openJobs.values()];
    },
    task(name) {
      const [task, ...others] = [...open.values()].filter(({ taskId }) => names.get(taskId) === name);
      if (!task || others.length > 0) throw new Error(`${task ? 'several open tasks are' : 'no open task is'} ${name}`);
      return task;
    },
    jobExecution(name) {
      const executionId = jobExecutions.get(name);
      if (executionId === undefined) throw new Error(`there was no job ${name}`);
      return executionId;
    },
    nameOf: (taskId) => names.get(taskId) ?? taskId.replace(/^i\./, ''),
  };
}
