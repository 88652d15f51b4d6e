import { expect } from 'vitest';
import { BpmnError } from '../../../../src/index.ts';
import { ALLOWED_OPERATIONS, prepareDiagram, requireModel } from '../../../support/inner/model.ts';
import {
  buttonsOfTask,
  type CreatedJob,
  compileXml,
  findScripts,
  refusalOfStep,
  refuse,
  type Trigger,
  withScriptMappings,
} from '../../../support/inner/plugin.ts';
import { EN } from '../../../support/inner/texts.ts';
import { type EventStart, listDueTimes, listEventStarts } from '../../by-plugin/start-events.ts';
import { createStepCenter } from './step-center.ts';
import { codeOf, createStepInstance, type StepDefinition, type StepInstance, type StepStart } from './step-instance.ts';
import { type Happening, type Operation, readHappening } from './story-line.ts';
import type { StoryRun, StorySetup } from './story-run.ts';
import { openServices } from './story-services.ts';

const MAX_ATTEMPTS = 3;

interface WaitingJob {
  readonly instance: StepInstance;
  readonly job: CreatedJob;
  attempts: number;
  dueAt: number;
}

/** Tells a story on the step: what a bridge, its database and the center do around it happens in memory, at once. */
export async function openStepRun(
  told: StorySetup,
  /** Has system tasks: then what is wrong with them is looked for, and lines may differ. */
  systemHandler?: string,
): Promise<StoryRun> {
  const deployedAt = Date.UTC(2026, 0, 1);
  let now = deployedAt;
  const center = createStepCenter();
  const services = openServices(told.services ?? {});
  const definitions = new Map<string, StepDefinition>();
  const starts: EventStart[] = [];
  const timers: { readonly start: EventStart; readonly dueAt: number }[] = [];
  const instances: StepInstance[] = [];
  const waiting = new Map<string, WaitingJob>();
  const answered: (() => Promise<unknown>)[] = [];
  const thrown: (() => Promise<unknown>)[] = [];
  let answers: string[] = [];
  let reports: string[] = [];
  let incidents: string[] = [];
  let ends = 0;
  let latest = '';
  let processId = '';

  async function deploy(xml: string): Promise<void> {
    // A call of another file enters its process when a token arrives.
    const calledProcesses = () => undefined;
    const { executable } = await prepareDiagram(xml, { calledProcesses });
    for (const id of executable) {
      const prepared = await prepareDiagram(xml, { processId: id, calledProcesses });
      requireModel(prepared);
      definitions.set(id, {
        processId: id,
        xml: prepared.xml,
        compiled: await compileXml(prepared.xml, { allow: ALLOWED_OPERATIONS }),
      });
      const events = await listEventStarts(id, prepared.xml);
      starts.push(...events);
      for (const start of events) {
        const dueTimes = start.kind === 'timer' ? listDueTimes(start.text, deployedAt) : [];
        timers.push(...dueTimes.map((dueAt) => ({ start, dueAt })));
      }
    }
    processId = executable[0] ?? '';
  }

  const find = (instanceId: string): StepInstance => {
    const found = instances.find((each) => each.instanceId === instanceId);
    if (!found) throw new Error(`there is no instance ${instanceId}`);
    return found;
  };

  async function begin(id: string, start: StepStart): Promise<StepInstance> {
    const definition = definitions.get(id);
    if (!definition) throw new Error(`there is no process ${id}`);
    const { initiator, businessKey, variables, startNodeId } = start;
    const instanceId = `i${instances.length}`;
    const instance: StepInstance = createStepInstance(instanceId, definition, start, {
      now: () => now,
      standIn: told.system,
      systemHandler,
      onStep({ changes }, faults) {
        reports.push(...center.note(changes), ...faults);
        ends += changes.reports.filter(({ item }) => item.status === 'end').length;
        for (const { name, correlationKey } of changes.unmatched) {
          thrown.push(() => passOn(instance, name, correlationKey));
        }
        for (const { name } of changes.signals) thrown.push(() => spread(instance, name));
      },
    });
    instances.push(instance);
    await instance.step({
      kind: 'start',
      instance: { instanceId, initiator, initiatorName: null, businessKey, previousTaskId: null },
      variables,
      ...(startNodeId !== undefined && { startNodeId }),
    });
    return instance;
  }

  /** @returns whether something waited for it, or it has started a process */
  async function message(
    receivers: readonly StepInstance[],
    event: Trigger & { readonly kind: 'message' },
    start: StepStart,
  ): Promise<boolean> {
    for (const instance of receivers) if (!instance.ended && (await instance.step(event))) return true;
    const found = starts.find((each) => each.kind === 'message' && each.name === event.name);
    if (found) await begin(found.processId, { ...start, startNodeId: found.startNodeId });
    return found !== undefined;
  }

  async function passOn(sender: StepInstance, name: string, correlationKey: string | null): Promise<unknown> {
    const { initiator, businessKey } = sender.start;
    const others = instances.filter(
      (each) => each !== sender && (correlationKey !== null || each.start.businessKey === businessKey),
    );
    const event = { kind: 'message' as const, name, ...(correlationKey !== null && { correlationKey }) };
    return message(others, event, { initiator, businessKey: correlationKey ?? businessKey, variables: {} });
  }

  async function spread(sender: StepInstance, name: string): Promise<void> {
    const { initiator, businessKey } = sender.start;
    const others = instances.filter((each) => each !== sender && !each.ended);
    for (const each of others) await each.step({ kind: 'signal', name });
    for (const start of starts.filter((each) => each.kind === 'signal' && each.name === name)) {
      await begin(start.processId, { initiator, businessKey, variables: {}, startNodeId: start.startNodeId });
    }
  }

  /** Calls its service; what comes of it is a step later. */
  function call(waits: WaitingJob): void {
    const { instance, job } = waits;
    const { executionId, nodeId, variables, input } = job;
    waits.dueAt = Number.POSITIVE_INFINITY;
    const settle = (trigger: Trigger) =>
      answered.push(async () => {
        if (!instance.jobs.has(executionId)) return;
        await instance.step(trigger).catch((error: unknown) => fail(waits, error));
      });
    const given = { instanceId: instance.instanceId, nodeId, variables, input, idempotencyKey: executionId };
    const { signal } = new AbortController();
    Promise.resolve({ ...given, signal })
      .then(findFunction(waits))
      .then(
        (result) => settle({ kind: 'job', executionId, result: result ?? null }),
        (error: unknown) => {
          if (error instanceof BpmnError) settle({ kind: 'job-error', executionId, code: error.errorCode });
          else fail(waits, error);
        },
      );
  }

  function fail(waits: WaitingJob, error: unknown): void {
    waits.attempts += 1;
    if (waits.attempts === MAX_ATTEMPTS) incidents.push(codeOf(error));
    else waits.dueAt = now + 1000 * 2 ** (waits.attempts - 1);
  }

  function findFunction({ instance, job: { kind, service, nodeId, executionId } }: WaitingJob) {
    const { model } = instance.definition.compiled;
    const known = services.functions[service];
    const node = model.services.get(nodeId);
    const script = told.scripts && kind === 'script' && findScripts(model, nodeId, executionId, told.scripts);
    const found = script || (told.scripts && known && node ? withScriptMappings(known, node, told.scripts) : known);
    if (!found) throw new Error(`nobody does ${service} of ${nodeId}`);
    return found;
  }

  /** What is due of one instance. @returns whether there was something */
  async function goOnIn(instance: StepInstance): Promise<boolean> {
    for (const [executionId, job] of instance.jobs) {
      const key = `${instance.instanceId}.${executionId}`;
      const waits = waiting.get(key) ?? { instance, job, attempts: 0, dueAt: now };
      if (waits.dueAt > now) continue;
      waiting.set(key, waits);
      if (job.kind !== 'call') call(waits);
      else {
        const called = definitions.get(job.service);
        if (!called) throw new Error(`there is no process ${job.service}`);
        await instance.enter(job, called);
      }
      return true;
    }
    if (instance.ended || instance.wakeAt === null || instance.wakeAt > now) return false;
    await instance.step({ kind: 'wake' });
    return true;
  }

  async function rest(): Promise<void> {
    for (;;) {
      // Until then a service that is not slow has answered.
      await new Promise((resolve) => void setImmediate(resolve));
      const next = answered.shift() ?? thrown.shift();
      if (next) {
        await next();
        continue;
      }
      const due = timers.findIndex(({ dueAt }) => dueAt <= now);
      const [timer] = due < 0 ? [] : timers.splice(due, 1);
      if (timer) {
        const { processId: id, startNodeId } = timer.start;
        await begin(id, { initiator: told.system ?? '', businessKey: null, variables: {}, startNodeId });
        continue;
      }
      let isMoving = false;
      for (const instance of instances) isMoving ||= await goOnIn(instance);
      if (!isMoving) return;
    }
  }

  const instanceOf = (taskId: string) => find(taskId.slice(0, taskId.indexOf('.')));

  function findButton(taskId: string, label: string | undefined) {
    const { buttons = [] } = buttonsOfTask(instanceOf(taskId).definition.compiled.model, center.taskOf(taskId)) ?? {};
    const button = buttons.find((each) => each.label === label);
    if (!button) throw new Error(`${taskId} has no button ${label}`);
    return button;
  }

  async function press(account: string, { label, nodeId }: Happening & { kind: 'presses' }): Promise<void> {
    const open = center.listed().filter(({ mark }) => mark === 'open');
    const task = open.find((each) => each.account === account && each.nodeId === nodeId);
    if (!task) throw new Error(`${account} has no open ${nodeId}`);
    const { taskId } = task;
    if (center.hasSigned(taskId, account)) {
      answers.push('refused 2005');
      return;
    }
    const button = findButton(taskId, label);
    try {
      await instanceOf(taskId).step({
        kind: 'press',
        taskId,
        button,
        account,
        opinions: 'fine',
        pressedAt: now,
        variables: {},
      });
    } catch (error) {
      answers.push('refused 500');
      incidents.push(codeOf(error));
    }
  }

  function triggerOf(happening: Operation, acting: Omit<Trigger & { kind: 'claim' }, 'kind'>): Trigger {
    switch (happening.kind) {
      case 'recalls':
        return { ...acting, kind: 'recall', handlerName: 'System' };
      case 'claims':
        return { ...acting, kind: 'claim' };
      case 'releases':
        return { ...acting, kind: 'release' };
      case 'sends-back':
        return { ...acting, kind: 'send-back', to: happening.to };
      case 'asks':
        if (happening.how === 'after') {
          const { taskId, account, opinions, pressedAt } = acting;
          const { label, to, rule } = happening;
          const press = { taskId, account, opinions, pressedAt, variables: {} };
          return { kind: 'press', ...press, button: findButton(taskId, label), signersAfter: { to, rule } };
        }
        if (happening.how === 'countersign') return { kind: 'add-iterations', ...acting, to: happening.to };
        return { kind: 'ask', ask: { ...acting, kind: happening.how, to: happening.to, rule: happening.rule } };
    }
  }

  async function operate(happening: Operation): Promise<void> {
    const { account, nodeId } = happening;
    const holder = happening.kind === 'recalls' ? happening.from : account;
    const open = center.listed().filter(({ mark }) => mark === 'open');
    const task = open.find((each) => each.account === holder && each.nodeId === nodeId);
    if (!task) throw new Error(`${holder} has no open ${nodeId}`);
    const { taskId } = task;
    const acting = { taskId, account, handlerName: null, handleStatus: 'asked', opinions: null, pressedAt: now };
    try {
      await instanceOf(taskId).step(triggerOf(happening, acting));
    } catch (error) {
      const refusal = refusalOfStep(error);
      if (refusal === undefined) throw error;
      answers.push(`refused ${refuse(refusal, EN).kind}`);
    }
  }

  async function send(happening: Happening & { kind: 'comes' }): Promise<boolean> {
    const { what, name, payload, businessKey, correlationKey } = happening;
    if (what === 'signal') return find(latest).step({ kind: 'signal', name, payload });
    const key = correlationKey ?? businessKey;
    if (key === undefined) return find(latest).step({ kind: 'message', name, payload });
    const receivers = instances.filter(
      (each) => correlationKey !== undefined || each.start.businessKey === businessKey,
    );
    return message(
      receivers,
      { kind: 'message', name, payload, correlationKey: key },
      { initiator: told.system ?? '', businessKey: key, variables: payload },
    );
  }

  async function happen(happening: Happening): Promise<boolean> {
    switch (happening.kind) {
      case 'starts': {
        const { account: initiator, businessKey = null } = happening;
        const variables = structuredClone(told.variables ?? {});
        const instance = await begin(happening.processId ?? processId, { initiator, businessKey, variables });
        latest = instance.instanceId;
        return true;
      }
      case 'presses':
        for (const account of happening.accounts) {
          await press(account, happening);
          await rest();
        }
        return true;
      case 'asks':
      case 'recalls':
      case 'sends-back':
      case 'claims':
      case 'releases':
        await operate(happening);
        return true;
      case 'passes':
        now += happening.ms;
        return true;
      case 'comes':
        return send(happening);
      case 'told':
        return find(latest).step({ kind: 'receive', nodeId: happening.nodeId, payload: happening.payload });
      case 'set':
        return find(latest).step({ kind: 'set-variables', variables: happening.variables });
      case 'answers':
        services.answer(happening);
        return true;
    }
  }

  for (const xml of [told.diagram].flat()) await deploy(xml);
  return {
    busy: false,
    async happen(words) {
      if (!(await happen(readHappening(words)))) answers.push('unmatched');
      await rest();
    },
    look: async () => ({
      reports: [...answers, ...reports, ...incidents.map((code) => `incident ${code}`)],
      pending: center.listed(),
    }),
    async turnPage() {
      [answers, reports, incidents] = [[], [], []];
    },
    ...(systemHandler !== undefined && {
      judge: () => instances.flatMap((each) => center.judgeSystemTasks(each)),
    }),
    readLine: (line) => line,
    async expectEnd() {
      expect(instances.filter(({ ended }) => !ended).map(({ instanceId }) => instanceId)).toEqual([]);
      expect(ends).toBe(instances.length);
    },
    [Symbol.asyncDispose]: async () => services.release(),
  };
}
