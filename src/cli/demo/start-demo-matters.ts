import type { Bridge } from '../../bridge/bridge.ts';
import type { Sandbox } from '../../sandbox/create-sandbox.ts';
import type { Company } from './company.ts';
import type { Matter, Step } from './demo-matters.ts';
import { OPERATIONS } from './page-operations.ts';

/** The parts of a running demo: people press buttons in the center, the business system starts instances. */
export interface DemoWorld {
  readonly center: Sandbox;
  readonly bridge: Bridge;
  readonly company: Company;
}

/** Starts an instance of a matter for its initiator, and returns the id. */
export async function startMatter({ bridge, company }: DemoWorld, matter: Matter, businessKey: string) {
  const { process, initiator, variables } = matter;
  const initiatorName = company.personName(initiator);
  const { instanceId } = await bridge.start(process, {
    ...{ initiator, initiatorName, businessKey },
    variables: structuredClone(variables) as Record<string, string | number | string[]>,
    startKey: businessKey,
  });
  return instanceId;
}

/**
 * Starts all matters and performs their steps, so that the demo begins with tasks in different states. If the switches of the center do not allow a step, the later steps of the matter are left out.
 */
export async function startDemoMatters(world: DemoWorld): Promise<void> {
  const { bridge, company } = world;
  const { sendId, title, text } = company.news;
  await bridge.messages.send({
    ...{ messageTypeCode: 'NOTICE', toGroups: ['staff'], sendId },
    data: { title, paramValueJson: { text } },
  });
  for (const matter of company.matters) {
    await startMatter(world, matter, matter.key);
    await bridge.idle();
    for (const step of matter.steps) {
      const isApplied = await performStep(world, matter.key, step);
      await bridge.idle();
      if (!isApplied) break;
    }
  }
}

async function performStep({ center, bridge }: DemoWorld, key: string, step: Step): Promise<boolean> {
  const { who, node, press, operation, to = [], says = '' } = step;
  const taskId = findTask(center, key, who, node);
  if (taskId === undefined) return false;
  if (operation !== undefined) {
    const { kind } = await OPERATIONS[operation].apply(bridge, taskId, {
      from: who,
      to,
      rule: 'all',
      position: 'before',
      text: says,
    });
    return kind === 'applied';
  }
  const { body } = await center.press(taskId, { account: who, action: press ?? '', opinions: says });
  return (body as { code?: unknown } | undefined)?.code === 0;
}

/** Searches the lists of the person: first the pending tasks, then the initiated transactions. */
function findTask(center: Sandbox, key: string, who: string, node: string): string | undefined {
  const own = center.initiated(who).flatMap(({ tasks }) => tasks);
  const here = [...center.pending(who), ...own].filter((task) => task.serialNumber === key && task.nodeId === node);
  return here[0]?.taskId;
}
