import { BridgeError } from '../../../../src/index.ts';
import { EVENT_IDS } from '../../../support/event-ids.ts';
import { ALLOWED_OPERATIONS, definitionIdOf, expandCall } from '../../../support/inner/model.ts';
import {
  type CompiledDefinition,
  type CreatedJob,
  compileXml,
  type RunSettings,
  runStep,
  type StepResult,
  type Trigger,
} from '../../../support/inner/plugin.ts';
import { createPathRule } from '../../../support/path-rule.ts';

/** A process as a deployment stores it. */
export interface StepDefinition {
  readonly processId: string;
  readonly xml: string;
  readonly compiled: CompiledDefinition;
}

export interface StepStart {
  readonly initiator: string;
  readonly businessKey: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly startNodeId?: string;
}

/** One instance, which goes on step by step from snapshot to snapshot. */
export interface StepInstance {
  readonly instanceId: string;
  readonly start: StepStart;
  readonly definition: StepDefinition;
  readonly jobs: ReadonlyMap<string, CreatedJob>;
  readonly ended: boolean;
  readonly wakeAt: number | null;
  /** @returns whether something waited for the trigger @throws {BridgeError} nothing has changed */
  step(trigger: Trigger): Promise<boolean>;
  /** Enters the process that a call waited for. */
  enter(job: CreatedJob, called: StepDefinition): Promise<void>;
}

interface StepListener {
  readonly now: () => number;
  readonly standIn: string | undefined;
  /** The account of system tasks; undefined: there are none. */
  readonly systemHandler?: string | undefined;
  /** @param faults what a right step never shows */
  readonly onStep: (result: StepResult, faults: readonly string[]) => void;
}

export function createStepInstance(
  instanceId: string,
  deployed: StepDefinition,
  start: StepStart,
  { now, standIn, systemHandler, onStep }: StepListener,
): StepInstance {
  const settings: RunSettings = {
    appId: 'app',
    timeZone: 'UTC',
    actionUrl: (taskId, actionKey) => `https://service.test/tasks/${taskId}/${actionKey}`,
    systemName: 'System',
    texts: EVENT_IDS,
    translate: (text) => text,
    reportGone: true,
    standInFor: () => standIn,
    systemTaskHandler: systemHandler,
    taskDefaults: { urls: {} },
    bothMobileSpellings: false,
    reportHoldMs: 10_000,
    // Endless loops are found by their rounds, also on a busy machine.
    limits: { stepMs: 60_000 },
  };
  const jobs = new Map<string, CreatedJob>();
  let definition = deployed;
  const judgePath = createPathRule();
  let snapshot: string | null = null;
  let last: StepResult | undefined;

  async function step(trigger: Trigger): Promise<boolean> {
    const { compiled } = definition;
    last = await runStep(compiled, { instanceId, snapshot }, trigger, { settings, now: now() });
    snapshot = last.snapshot;
    if ('executionId' in trigger) jobs.delete(trigger.executionId);
    for (const executionId of last.changes.jobsGone) jobs.delete(executionId);
    for (const job of last.changes.jobsCreated) jobs.set(job.executionId, job);
    onStep(last, judgePath(compiled, last));
    return last.matched;
  }

  return {
    ...{ instanceId, start, jobs, step },
    get definition() {
      return definition;
    },
    get ended() {
      return last?.changes.ended ?? false;
    },
    get wakeAt() {
      return last?.changes.wakeAt ?? null;
    },
    async enter({ executionId, nodeId }, called) {
      const found = { processId: called.processId, definitionId: definitionIdOf(called.xml), xml: called.xml };
      const { xml, gatewayId, flowId } = await expandCall(definition.xml, nodeId, found);
      definition = {
        ...definition,
        xml,
        compiled: await compileXml(xml, { accepted: true, allow: ALLOWED_OPERATIONS }),
      };
      await step({ kind: 'call', executionId, gatewayId, flowId });
    },
  };
}

export const codeOf = (error: unknown): string => (error instanceof BridgeError ? error.code : 'ERR_SERVICE_FAILED');
